import { useEffect, useState } from 'react';
import { useService } from '#services/ServicesProvider.tsx';

export type PageAction = { label: string; run: () => void };

export const GUIDE_ACTION_LABEL = 'Guide to this page';

export class PageActionRegistry {
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

export function createPageActionRegistry(): PageActionRegistry {
  return new PageActionRegistry();
}

export function useRegisterPageActions(actions: readonly PageAction[]): void {
  const pageActions = useService(createPageActionRegistry);
  const [control] = useState(() => ({}));
  useEffect(() => {
    pageActions.set(control, actions);
  });
  useEffect(() => () => pageActions.remove(control), [pageActions, control]);
}
