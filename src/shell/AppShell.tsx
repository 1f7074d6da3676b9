import { useNetwork, useWindowEvent } from '@mantine/hooks';
import { useIsFetching } from '@tanstack/react-query';
import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { type NavigateFunction, useLocation, useNavigate } from 'react-router-dom';
import { startIdlePreload } from '#lib/lazyModule.ts';
import { isStorageAvailable } from '#lib/storage.ts';
import { getServiceClockOffset, subscribeToServiceClock } from '#lib/time/serviceClock.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { useCurrentConnection } from '#session/connections.ts';
import { useLastUrls } from '#session/lastUrls.ts';
import { usePendingLeaveAction, useTaskTray } from '#session/taskTray.ts';
import { useConnection } from '#session/useSession.ts';
import { LazyTaskTray } from '#shell/sidebar/LazyTaskTray.tsx';
import { SideBar } from '#shell/sidebar/SideBar.tsx';
import { isTabbable, TABBABLE_CANDIDATES_SELECTOR } from '#ui/browser/focus/tabbable.ts';
import { findPageSearchInput, useShortcuts } from '#ui/browser/shortcuts.ts';
import { useIsPhone } from '#ui/browser/useMedia.ts';
import { GUIDE_ACTION_LABEL, useRegisterPageActions } from '#ui/controls/pageActionRegistry.ts';
import { createPinRequestStore } from '#ui/controls/pinRequestStore.ts';
import { InvalidLinkNotice, Notice, NoticeProvider } from '#ui/notices/Notice.tsx';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './AppShell.module.css';
import { focusHeadingIfFocusLost } from './focusRecovery.ts';
import { LockWarning } from './LockWarning.tsx';
import { PageErrorBoundary } from './PageErrorBoundary.tsx';
import { useTimeModeUrlSync } from './TimeModeSelect.tsx';

const ClockNotice = lazyComponent(async () => (await import('./ClockSkewNotice.tsx')).ClockSkewNotice);
const GuideSheet = lazyComponent(async () => (await import('./GuideDrawer.tsx')).GuideDrawer);
const KeysDialog = lazyComponent(async () => (await import('./KeyboardShortcutsDialog.tsx')).KeyboardShortcutsDialog);
const PinDialog = lazyComponent(async () => (await import('./PinDialog.tsx')).PinDialog);
const LeaveDialog = lazyComponent(async () => (await import('./ConfirmLeaveDialog.tsx')).ConfirmLeaveDialog);

export function AppShell({ children }: { children: ReactNode }) {
  useConnection();
  const { identity } = useCurrentConnection();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const dropped = useTimeModeUrlSync();
  const paneFocus = useService(createPaneFocusTracker);
  const keys = useShellShortcuts(paneFocus, navigate);
  const phone = useIsPhone();
  const taskTray = useTaskTray();
  const leaving = usePendingLeaveAction() !== undefined;
  const pins = useService(createPinRequestStore);
  const pinned = useSyncExternalStore(pins.subscribe, pins.get);
  const clockOffset = useSyncExternalStore(subscribeToServiceClock, getServiceClockOffset);
  const [guided, setGuided] = useState(false);
  useRegisterPageActions([{ label: GUIDE_ACTION_LABEL, run: () => setGuided(true) }]);
  useIdlePreload();
  return (
    <div className={classes['frame']} data-identity={identity}>
      {/* biome-ignore lint/a11y/useValidAnchor: links to a part of the page, without a change of the URL */}
      <a className={classes['skip']} href="#main" onClick={skipToMain}>
        Skip to the page
      </a>
      <SideBar pathname={pathname} navigate={navigate} onShowShortcuts={keys.list} />
      <main ref={paneFocus.track} id="main" className={`${classes['main']} ${shared['column']}`} tabIndex={-1}>
        <NoticeProvider>
          <OfflineNotice />
          <StorageNotice />
          {clockOffset !== 0 && <ClockNotice offset={clockOffset} />}
          <InvalidLinkNotice droppedParts={dropped} />
          <PageErrorBoundary key={pathname}>{children}</PageErrorBoundary>
        </NoticeProvider>
      </main>
      {phone && <LazyTaskTray layout="row" />}
      <PageChangeEffects key={pathname} />
      <KeysDialog opened={keys.listed} onClose={keys.close} />
      <GuideSheet opened={guided} pathname={pathname} onClose={() => setGuided(false)} />
      <LeaveDialog opened={leaving} onClose={taskTray.cancelLeave} />
      {pinned && <PinDialog request={pinned} onClose={() => pins.set(undefined)} />}
      <LockWarning />
    </div>
  );
}

function skipToMain(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}

/**
 * Keyboard shortcuts: `/` focuses the search of the page, `?` lists the shortcuts, `g` and a letter open a page, F6 moves
 * between panes.
 */
function useShellShortcuts(paneFocus: PaneFocusTracker, navigate: NavigateFunction) {
  const [listed, setListed] = useState(false);
  useShortcuts({
    '/': () => {
      const search = findPageSearchInput();
      search?.focus();
      return search !== undefined;
    },
    '?': () => setListed(true),
    g: () =>
      void import('./goToKeys.ts').then(
        ({ waitForPageKey }) => waitForPageKey(navigate),
        () => undefined,
      ),
  });
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    if (key !== 'F6' || ctrlKey || metaKey || altKey || defaultPrevented) return;
    if (paneFocus.move(shiftKey ? -1 : 1)) event.preventDefault();
  });
  return { listed, list: useCallback(() => setListed(true), []), close: () => setListed(false) };
}

/** Time without requests after which preloading starts, in ms, so that it does not compete with requests. */
const IDLE_DELAY_MS = 3000;

/** Preloads code when the page is idle, unless the user prefers reduced data. */
function useIdlePreload(): void {
  const quiet = useIsFetching() === 0;
  useEffect(() => {
    if (!quiet || matchMedia('(prefers-reduced-data: reduce)').matches) return;
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = startIdlePreload();
    }, IDLE_DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [quiet]);
}

/** Notice that the browser is offline. Loaded data stays visible, and a service on this computer is still reachable. */
function OfflineNotice() {
  if (useNetwork().online) return null;
  return (
    <Notice title="You are offline.">
      This page shows data loaded earlier. It refreshes when you are online again.
    </Notice>
  );
}

function StorageNotice() {
  const [blocked, setBlocked] = useState(() => !isStorageAvailable());
  if (!blocked) return null;
  return (
    <Notice title="Your browser blocks storage." onDismiss={() => setBlocked(false)}>
      Your session and settings are lost when this page is closed or reloaded.
    </Notice>
  );
}

const INPUT_EVENTS = ['keydown', 'pointerdown', 'wheel'] as const;

/** Stores the URL of the page and moves the focus to its heading. Mounted again for each page. */
function PageChangeEffects() {
  const { pathname, search, hash } = useLocation();
  const lastUrls = useLastUrls();
  useEffect(() => lastUrls.remember({ pathname, search, hash }), [lastUrls, pathname, search, hash]);
  // before paint, because focus is document state; after a full page load the browser's initial focus stays
  useLayoutEffect(() => (navigator.userActivation?.hasBeenActive ? focusHeadingWhenRendered() : undefined), []);
  return null;
}

/**
 * Focuses the heading when it appears. Retries on every DOM change until the user acts, because code, rows or a closing
 * dialog may delay the heading.
 */
function focusHeadingWhenRendered(): () => void {
  const observer = new MutationObserver(focusHeadingIfFocusLost);
  const stop = () => {
    observer.disconnect();
    for (const sign of INPUT_EVENTS) removeEventListener(sign, stop, true);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  // the followed link keeps the focus otherwise; a screen reader should announce the new page instead
  if (document.activeElement instanceof HTMLAnchorElement) document.activeElement.blur();
  for (const sign of INPUT_EVENTS) addEventListener(sign, stop, { capture: true, passive: true });
  focusHeadingIfFocusLost();
  return stop;
}

class PaneFocusTracker {
  readonly #lastFocused = new WeakMap<Element, HTMLElement>();

  readonly track = (): (() => void) => {
    const remember = ({ target }: FocusEvent) => {
      const pane = target instanceof HTMLElement ? target.closest('[data-pane]') : null;
      if (pane && target instanceof HTMLElement) this.#lastFocused.set(pane, target);
    };
    addEventListener('focusin', remember);
    return () => removeEventListener('focusin', remember);
  };

  /**
   * Moves the focus to the next or previous pane, to the element that was last focused there. Nested panes count
   * separately.
   * @returns false if there is no other pane
   */
  move(by: 1 | -1): boolean {
    const { activeElement } = document;
    if (activeElement?.closest('[aria-modal="true"], dialog')) return false;
    const panes = [...document.querySelectorAll('[data-pane]')].flatMap((pane) => {
      const target = this.#findTarget(pane);
      return target ? [{ pane, target }] : [];
    });
    const here = panes.findIndex(({ pane }) => pane === activeElement?.closest('[data-pane]'));
    const next = here < 0 ? (by > 0 ? 0 : panes.length - 1) : (here + by + panes.length) % panes.length;
    const to = panes[next];
    if (!to || next === here) return false;
    to.target.focus();
    return true;
  }

  #findTarget(pane: Element): HTMLElement | undefined {
    const last = this.#lastFocused.get(pane);
    if (last && pane.contains(last) && isTabbable(last)) return last;
    return [...pane.querySelectorAll<HTMLElement>(TABBABLE_CANDIDATES_SELECTOR)].find(
      (element) => element.closest('[data-pane]') === pane && isTabbable(element),
    );
  }
}

function createPaneFocusTracker(): PaneFocusTracker {
  return new PaneFocusTracker();
}
