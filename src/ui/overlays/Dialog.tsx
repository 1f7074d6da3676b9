import { loaded } from '#ui/states/loaded.tsx';
import type { DialogProps } from './DialogPanel.tsx';
import { useWanted } from './useWanted.ts';

const DialogPanel = loaded(async () => (await import('./DialogPanel.tsx')).DialogPanel);

/** What holds everything else still until it is closed, by Escape, its × or a click beside it. */
export function Dialog(props: DialogProps) {
  const wanted = useWanted(props.opened);
  return wanted && <DialogPanel {...props} />;
}
