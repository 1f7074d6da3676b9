import { useSyncExternalStore } from 'react';
import { optional } from './optional.tsx';
import { latestToast, subscribeToToasts } from './toast.ts';

const ToastPanel = optional(async () => (await import('./ToastPanel.tsx')).ToastPanel);

/** Where toasts appear. */
export function Toasts() {
  const latest = useSyncExternalStore(subscribeToToasts, latestToast);
  return latest && <ToastPanel {...latest} />;
}
