import { lazy, Suspense } from 'react';
import type { DialogProps } from './DialogPanel.tsx';
import { useWanted } from './useWanted.ts';

const DialogPanel = lazy(async () => ({ default: (await import('./DialogPanel.tsx')).DialogPanel }));

/** What holds everything else still until it is closed, by Escape, its × or a click beside it. */
export function Dialog(props: DialogProps) {
  const wanted = useWanted(props.opened);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <DialogPanel {...props} />
    </Suspense>
  );
}
