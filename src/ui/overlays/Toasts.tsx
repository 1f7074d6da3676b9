import { useSyncExternalStore } from 'react';
import { latestToast, subscribeToToasts } from '#ui/notices/toast.ts';
import { panel } from './panel.tsx';

const ToastPanel = panel((panels) => panels.ToastPanel);

/** Where toasts appear. */
export function Toasts() {
  const latest = useSyncExternalStore(subscribeToToasts, latestToast);
  return latest && <ToastPanel {...latest} />;
}
