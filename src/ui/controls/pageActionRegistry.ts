import { useCallbackRef } from '@mantine/hooks';
import { useEffect } from 'react';
import { useService } from '#services/ServicesProvider.tsx';

export type PageAction = { label: string; run: () => void };

export const GUIDE_ACTION_LABEL = 'Guide to this page';

export class PageActionRegistry {
  readonly #sources = new Set<() => readonly PageAction[]>();

  add(getActions: () => readonly PageAction[]): () => void {
    this.#sources.add(getActions);
    return () => void this.#sources.delete(getActions);
  }

  list(): readonly PageAction[] {
    return [...this.#sources].flatMap((getActions) => getActions());
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
  const getActions = useCallbackRef(() => actions);
  useEffect(() => pageActions.add(getActions), [pageActions, getActions]);
}
