import { useSyncExternalStore } from 'react';
import { latestToast, subscribeToToasts } from '#ui/notices/toast.ts';
import { loaded } from '#ui/states/loaded.tsx';

const ToastPanel = loaded(async () => (await import('./panels.ts')).ToastPanel);

/** Where toasts appear. */
export function Toasts() {
  const latest = useSyncExternalStore(subscribeToToasts, latestToast);
  return latest && <ToastPanel {...latest} />;
}
