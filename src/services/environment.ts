import { createSafeStorage, createTabChannel, type SafeStorage, type TabChannel } from '#lib/storage.ts';
import { browserClock, type Clock } from '#lib/time/clock.ts';

/** Parts of the browser that a console uses. Tests replace them. */
export type Environment = {
  tabStorage: SafeStorage;
  /** Storage that all tabs share. */
  browserStorage: SafeStorage;
  createChannel: <Message>(name: string) => TabChannel<Message>;
  clock: Clock;
  page: BrowserPage;
};

/** Page that runs the console: its lifecycle, input, visibility and network events. */
export type BrowserPage = {
  /** Target of all page events: the window. */
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
