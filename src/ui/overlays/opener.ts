import { type RefObject, useId, useRef } from 'react';

export type OpenerProps = {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  'aria-haspopup': 'dialog' | 'menu';
  onClick: () => void;
  onPointerEnter: () => void;
};

export type Hanging = { id: string; label: string; from: RefObject<HTMLElement | null> };

/** Width in px (full width on phones), and the edge of the trigger to align with. */
export type HangingPlace = { width?: number; align?: 'start' | 'end' };

type Opener = {
  kind: 'dialog' | 'menu';
  label: string;
  opened: boolean;
  onToggle: (opened: boolean) => void;
  ahead: () => Promise<unknown>;
};

export function useOpener({ kind, label, opened, onToggle, ahead }: Opener) {
  const id = useId();
  const from = useRef<HTMLButtonElement>(null);
  const control: OpenerProps = {
    ref: from,
    'aria-expanded': opened,
    'aria-controls': opened ? id : undefined,
    'aria-haspopup': kind,
    onClick: () => onToggle(!opened),
    // a failed preload is retried, and reported, on opening
    onPointerEnter: () => void ahead().catch(() => undefined),
  };
  return { hanging: { id, label, from }, control };
}
