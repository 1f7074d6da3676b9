import { type RefObject, useId, useRef } from 'react';

export type OverlayTriggerProps = {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  'aria-haspopup': 'dialog' | 'menu';
  onClick: () => void;
  onPointerEnter: () => void;
};

export type OverlayAnchor = { id: string; label: string; triggerRef: RefObject<HTMLElement | null> };

/** Width in px (on phones the full width), and the edge of the trigger to align with. */
export type PopoverLayout = { width?: number; align?: 'start' | 'end' };

type OverlayTriggerOptions = {
  kind: 'dialog' | 'menu';
  label: string;
  isOpen: boolean;
  onToggle: (opened: boolean) => void;
  preload: () => Promise<unknown>;
};

export function useOverlayTrigger({ kind, label, isOpen, onToggle, preload }: OverlayTriggerOptions) {
  const id = useId();
  const triggerRef = useRef<HTMLButtonElement>(null);
  const triggerProps: OverlayTriggerProps = {
    ref: triggerRef,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    'aria-haspopup': kind,
    onClick: () => onToggle(!isOpen),
    // a failed preload is retried, and reported, on opening
    onPointerEnter: () => void preload().catch(() => undefined),
  };
  return { hanging: { id, label, triggerRef }, control: triggerProps };
}
