import { type Ref, type RefObject, useImperativeHandle } from 'react';

/** Stands for an element that is drawn elsewhere where the library wants one of its own to hang something under. */
export function Hang({ ref, from }: { ref?: Ref<HTMLElement | null>; from: RefObject<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => from.current, [from]);
  return null;
}
