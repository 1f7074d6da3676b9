import { useSyncExternalStore } from 'react';
import { loaded } from '#ui/states/loaded.tsx';
import { latestToast, subscribeToToasts } from './toast.ts';

const ToastPanel = loaded(async () => (await import('./ToastPanel.tsx')).ToastPanel);

/** Where toasts appear. */
export function Toasts() {
  const latest = useSyncExternalStore(subscribeToToasts, latestToast);
  return latest && <ToastPanel {...latest} />;
}
