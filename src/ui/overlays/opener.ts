import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

/** What a button takes over to open an overlay that hangs under it. */
export type OpenerProps = {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  'aria-haspopup': 'dialog' | 'menu';
  onClick: () => void;
  onPointerEnter: () => void;
};

/**
 * What a popover and a menu have in common: their code is loaded when it is first wanted, and the focus goes back to the
 * opener unless it was taken elsewhere.
 */
export function useOpener(kind: 'dialog' | 'menu', opened: boolean, onToggle: (opened: boolean) => void) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState(opened);
  const wasOpened = useRef(false);
  // it may be opened by a key of the page
  useEffect(() => {
    if (opened) setWanted(true);
  }, [opened]);
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
    // its code is likely to be wanted
    onPointerEnter: () => setWanted(true),
  };
  return { id, button, wanted: wanted || opened, control };
}
