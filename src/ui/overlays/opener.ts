import { type Ref, type RefObject, useId, useImperativeHandle, useLayoutEffect, useRef } from 'react';

/** What a button takes over to open an overlay that hangs under it. */
export type OpenerProps = {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  'aria-haspopup': 'dialog' | 'menu';
  onClick: () => void;
  onPointerEnter: () => void;
};

type Opener = {
  kind: 'dialog' | 'menu';
  opened: boolean;
  onToggle: (opened: boolean) => void;
  /** Loads the code of what is opened. */
  ahead: () => Promise<unknown>;
};

/** What a popover and a menu have in common: the focus goes back to the opener unless it was taken elsewhere. */
export function useOpener({ kind, opened, onToggle, ahead }: Opener) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const wasOpened = useRef(false);
  // once it is closed the document has moved the focus, or has lost it
  useLayoutEffect(() => {
    const { activeElement } = document;
    const lost = !activeElement || activeElement === document.body || activeElement.closest(`[id="${id}"]`);
    if (wasOpened.current && !opened && lost) button.current?.focus({ preventScroll: true });
    wasOpened.current = opened;
  }, [opened, id]);
  const control: OpenerProps = {
    ref: button,
    'aria-expanded': opened,
    'aria-controls': opened ? id : undefined,
    'aria-haspopup': kind,
    onClick: () => onToggle(!opened),
    // what could not be loaded is tried again when it is opened, and said then
    onPointerEnter: () => void ahead().catch(() => undefined),
  };
  return { id, button, control };
}

/** Stands for the opener where the library wants an element of its own to hang something under. */
export function Hang({ ref, from }: { ref?: Ref<HTMLElement | null>; from: RefObject<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => from.current, [from]);
  return null;
}
