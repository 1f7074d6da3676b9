import { lazy, Suspense, useSyncExternalStore } from 'react';
import { latestToast, subscribeToToasts } from './toast.ts';

const ToastPanel = lazy(async () => ({ default: (await import('./ToastPanel.tsx')).ToastPanel }));

/** Where toasts appear. */
export function Toasts() {
  const latest = useSyncExternalStore(subscribeToToasts, latestToast);
  if (!latest) return null;
  return (
    <Suspense fallback={null}>
      <ToastPanel {...latest} />
    </Suspense>
  );
}
