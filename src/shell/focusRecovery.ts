import { isTabbable, TABBABLE } from '#ui/browser/focus/tabbable.ts';

/**
 * The element that had the focus last, the path of the page it was on, and what may take the focus when it is gone: what
 * stands beside it in its dialog or pane, in order, or whatever that has by then.
 */
type LastFocus = {
  element: HTMLElement;
  pathname: string;
  scope: HTMLElement;
  candidates: readonly HTMLElement[];
};

/** What the focus does not leave by itself. */
const SCOPES = '[role="dialog"], dialog, [data-pane], main';

/**
 * Keeps the focus on a control of the page. It moves to the next control, or the previous one, when the element that has
 * it is removed, disabled or hidden: it would be lost to the document. It stays where it is when something is pressed
 * that takes no focus, such as a toast or the scrim of a dialog. On a page that was navigated to, the heading takes it.
 * @returns the way to stop
 */
export function recoverFocus(): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let last: LastFocus | undefined;
  addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      const scope = target.closest<HTMLElement>(SCOPES) ?? document.body;
      last = { element: target, pathname: location.pathname, scope, candidates: findTabbable(scope) };
    },
    { signal },
  );
  const look = () => {
    if (!last || !isLost() || isTabbable(last.element)) return;
    if (last.pathname === location.pathname) findNext(last)?.focus({ preventScroll: true });
    else focusHeading();
  };
  // browsers blur what is disabled or hidden with the next frame
  const lookLater = () => requestAnimationFrame(() => setTimeout(look));
  const observer = new MutationObserver((mutations) => {
    if (!last) return;
    const { element } = last;
    if (!element.isConnected) look();
    else if (mutations.some(({ type, target }) => type === 'attributes' && target.contains(element))) lookLater();
  });
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  });
  addEventListener('resize', lookLater, { signal });
  addEventListener('mouseup', () => setTimeout(() => last && keepAfterPress(last)), { signal });
  signal.addEventListener('abort', () => observer.disconnect());
  return () => stop.abort();
}

/** Moves the focus to the heading of a page that was navigated to, unless something of it has the focus. */
export function focusHeading(): void {
  if (!isLost()) return;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Gives the focus back after a press, unless text was selected by it: an input would take the selection. */
function keepAfterPress({ element, pathname }: LastFocus): void {
  const isKept = element.isConnected && pathname === location.pathname && !element.closest('[inert]');
  if (isKept && isLost() && getSelection()?.isCollapsed !== false) element.focus({ preventScroll: true });
}

function isLost(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body;
}

function findTabbable(scope: ParentNode): HTMLElement[] {
  return [...scope.querySelectorAll<HTMLElement>(TABBABLE)];
}

function findNext({ element, scope, candidates }: LastFocus): HTMLElement | null | undefined {
  const at = candidates.indexOf(element);
  const next = candidates.slice(at + 1).find(isTabbable) ?? candidates.slice(0, Math.max(0, at)).findLast(isTabbable);
  const main = document.querySelector<HTMLElement>('main');
  return next ?? findTabbable(scope).find(isTabbable) ?? (main && (findTabbable(main).find(isTabbable) ?? main));
}
