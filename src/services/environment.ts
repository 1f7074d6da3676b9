import { createSafeStorage, createTabChannel, type SafeStorage, type TabChannel } from '#lib/storage.ts';
import { browserClock, type Clock } from '#lib/time/clock.ts';

/** Parts of the browser that a console uses. Tests replace them. */
export type Environment = {
  tabStorage: SafeStorage;
  browserStorage: SafeStorage;
  createChannel: <Message>(name: string) => TabChannel<Message>;
  clock: Clock;
  page: BrowserPage;
};

export type BrowserPage = {
  events: Pick<EventTarget, 'addEventListener'>;
  isVisible: () => boolean;
  isOnline: () => boolean;
};

export function createBrowserEnvironment(): Environment {
  return {
    tabStorage: createSafeStorage('sessionStorage'),
    browserStorage: createSafeStorage('localStorage'),
    createChannel: createTabChannel,
    clock: browserClock,
    page: {
      events: window,
      isVisible: () => document.visibilityState === 'visible',
      isOnline: () => navigator.onLine,
    },
  };
}
