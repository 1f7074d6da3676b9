import { useEffect, useState } from 'react';

export type PageAction = { label: string; run: () => void };

const offered = new Map<object, readonly PageAction[]>();

/** Registers actions in the palette while mounted. */
export function usePageActions(actions: readonly PageAction[]): void {
  const [control] = useState(() => ({}));
  useEffect(() => {
    offered.set(control, actions);
  });
  useEffect(() => () => void offered.delete(control), [control]);
}

export function pageActions(): readonly PageAction[] {
  return [...offered.values()].flat();
}

export const GUIDE = 'What can I do here';

export function showGuide(): void {
  pageActions()
    .find(({ label }) => label === GUIDE)
    ?.run();
}
