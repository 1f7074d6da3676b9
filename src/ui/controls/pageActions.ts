import { useEffect, useState } from 'react';
import { useService } from '#services/ServicesProvider.tsx';

export type PageAction = { label: string; run: () => void };

export const GUIDE_ACTION_LABEL = 'Guide to this page';

/** Actions of the mounted controls. The command palette lists them. */
export class PageActions {
  readonly #byControl = new Map<object, readonly PageAction[]>();

  set(control: object, actions: readonly PageAction[]): void {
    this.#byControl.set(control, actions);
  }

  remove(control: object): void {
    this.#byControl.delete(control);
  }

  list(): readonly PageAction[] {
    return [...this.#byControl.values()].flat();
  }

  showGuide(): void {
    this.list()
      .find(({ label }) => label === GUIDE_ACTION_LABEL)
      ?.run();
  }
}

export function createPageActions(): PageActions {
  return new PageActions();
}

export function usePageActions(actions: readonly PageAction[]): void {
  const pageActions = useService(createPageActions);
  const [control] = useState(() => ({}));
  useEffect(() => {
    pageActions.set(control, actions);
  });
  useEffect(() => () => pageActions.remove(control), [pageActions, control]);
}
