import { useService } from '#services/ServicesProvider.tsx';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import { removeTimeModeParam } from '#urls/sharedParams.ts';
import { createSessionStore, type SessionStore } from './sessionStore.ts';

/**
 * Last URL of each page in this tab. Kept only in memory and cleared on sign-out, because searches may contain personal
 * data.
 */
export class LastUrls {
  readonly #byPath = new Map<string, string>();

  constructor(session: SessionStore) {
    session.onEnd(() => this.#byPath.clear());
  }

  remember(url: { pathname: string; search: string; hash: string }): void {
    this.#byPath.set(url.pathname, removeTimeModeParam(url));
  }

  get(pathname: string, first = pathname): string {
    return this.#byPath.get(pathname) ?? first;
  }
}

export function createLastUrls(services: ServiceContainer): LastUrls {
  return new LastUrls(services.get(createSessionStore));
}

export function useLastUrls(): LastUrls {
  return useService(createLastUrls);
}
