import { lazy, Suspense, useEffect, useState } from 'react';
import type { DialogProps } from './DialogPanel.tsx';

const DialogPanel = lazy(async () => ({ default: (await import('./DialogPanel.tsx')).DialogPanel }));

/** What holds everything else still until it is closed, by Escape, its × or a click beside it. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.opened);
  // its code stays once it was wanted, so that it can close as it should
  useEffect(() => {
    if (props.opened) setWanted(true);
  }, [props.opened]);
  if (!wanted && !props.opened) return null;
  return (
    <Suspense fallback={null}>
      <DialogPanel {...props} />
    </Suspense>
  );
}
