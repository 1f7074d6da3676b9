import { useEffect, useState } from 'react';

export type PageAction = { label: string; run: () => void };

const registeredActions = new Map<object, readonly PageAction[]>();

/** Registers actions in the palette while mounted. */
export function usePageActions(actions: readonly PageAction[]): void {
  const [control] = useState(() => ({}));
  useEffect(() => {
    registeredActions.set(control, actions);
  });
  useEffect(() => () => void registeredActions.delete(control), [control]);
}

export function getPageActions(): readonly PageAction[] {
  return [...registeredActions.values()].flat();
}

export const GUIDE_ACTION_LABEL = 'Guide to this page';

export function showGuide(): void {
  getPageActions()
    .find(({ label }) => label === GUIDE_ACTION_LABEL)
    ?.run();
}
