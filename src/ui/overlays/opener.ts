import { type RefObject, useId, useRef } from 'react';

/** What a button takes over to open an overlay that hangs under it. */
export type OpenerProps = {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  'aria-haspopup': 'dialog' | 'menu';
  onClick: () => void;
  onPointerEnter: () => void;
};

/** An overlay's id, its name for a screen reader, and the element that it hangs under. */
export type Hanging = { id: string; label: string; from: RefObject<HTMLElement | null> };

/** How wide it is, in px; on a phone it is a sheet as wide as the screen. And the edge of the opener that it keeps to. */
export type HangingPlace = { width?: number; align?: 'start' | 'end' };

type Opener = {
  kind: 'dialog' | 'menu';
  label: string;
  opened: boolean;
  onToggle: (opened: boolean) => void;
  /** Loads the code of what is opened. */
  ahead: () => Promise<unknown>;
};

/** What a popover and a menu have in common: where they hang, and the button that opens them. */
export function useOpener({ kind, label, opened, onToggle, ahead }: Opener) {
  const id = useId();
  const from = useRef<HTMLButtonElement>(null);
  const control: OpenerProps = {
    ref: from,
    'aria-expanded': opened,
    'aria-controls': opened ? id : undefined,
    'aria-haspopup': kind,
    onClick: () => onToggle(!opened),
    // what could not be loaded is tried again when it is opened, and said then
    onPointerEnter: () => void ahead().catch(() => undefined),
  };
  return { hanging: { id, label, from }, control };
}
