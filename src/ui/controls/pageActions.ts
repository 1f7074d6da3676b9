import { useEffect, useState } from 'react';

/** What a control of the page does, by the words that it is found by. */
export type PageAction = { label: string; run: () => void };

const offered = new Map<object, readonly PageAction[]>();

/** Has the palette find what a control does, for as long as it is there. */
export function usePageActions(actions: readonly PageAction[]): void {
  const [control] = useState(() => ({}));
  useEffect(() => {
    offered.set(control, actions);
  });
  useEffect(() => () => void offered.delete(control), [control]);
}

/** What can be done on the page right now. */
export function pageActions(): readonly PageAction[] {
  return [...offered.values()].flat();
}

/** What every page of the frame offers beside its own. */
export const GUIDE = 'What can I do here';

export function showGuide(): void {
  pageActions()
    .find(({ label }) => label === GUIDE)
    ?.run();
}
