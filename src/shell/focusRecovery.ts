import { isTabbable, TABBABLE_CANDIDATES_SELECTOR } from '#ui/browser/focus/tabbable.ts';

/**
 * Last focused element with its pathname, its dialog or pane (`scope`), and the other tabbable elements in that scope,
 * in order.
 */
type LastFocus = {
  element: HTMLElement;
  pathname: string;
  scope: HTMLElement;
  candidates: readonly HTMLElement[];
};

const SCOPE_SELECTOR = '[role="dialog"], dialog, [data-pane], main';

/**
 * Keeps the focus in the page. When the focused element is removed, disabled or hidden, the next or previous control is
 * focused. A press on something that is not focusable does not move the focus. After navigation, the page heading is
 * focused.
 */
export function startFocusRecovery(): void {
  let last: LastFocus | undefined;
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const scope = target.closest<HTMLElement>(SCOPE_SELECTOR) ?? document.body;
    last = { element: target, pathname: location.pathname, scope, candidates: findTabbable(scope) };
  });
  const recoverIfLost = () => {
    if (!last || !isFocusLost() || isTabbable(last.element)) return;
    if (last.pathname === location.pathname || findModal()) findNextTabbable(last)?.focus({ preventScroll: true });
    else focusHeadingIfFocusLost();
  };
  // browsers blur disabled or hidden elements in the next frame
  const scheduleRecovery = () => requestAnimationFrame(() => setTimeout(recoverIfLost));
  const observer = new MutationObserver((mutations) => {
    if (!last) return;
    const { element } = last;
    if (!element.isConnected) recoverIfLost();
    else if (mutations.some(({ type, target }) => type === 'attributes' && target.contains(element)))
      scheduleRecovery();
  });
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  });
  addEventListener('resize', scheduleRecovery);
  addEventListener('mouseup', () => setTimeout(() => last && restoreFocusAfterPress(last)));
}

export function focusHeadingIfFocusLost(): void {
  if (!isFocusLost()) return;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Restores the focus after a press, unless text was selected. Focusing an input would clear the selection. */
function restoreFocusAfterPress({ element, pathname }: LastFocus): void {
  const isKept = element.isConnected && pathname === location.pathname && !element.closest('[inert]');
  if (isKept && isFocusLost() && getSelection()?.isCollapsed !== false) element.focus({ preventScroll: true });
}

function isFocusLost(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body;
}

function findTabbable(scope: ParentNode): HTMLElement[] {
  return [...scope.querySelectorAll<HTMLElement>(TABBABLE_CANDIDATES_SELECTOR)];
}

function findModal(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].at(-1);
}

function findNextTabbable({ element, scope, candidates }: LastFocus): HTMLElement | null | undefined {
  const at = candidates.indexOf(element);
  const next = candidates.slice(at + 1).find(isTabbable) ?? candidates.slice(0, Math.max(0, at)).findLast(isTabbable);
  const fallback = findModal() ?? document.querySelector<HTMLElement>('main');
  return (
    next ?? findTabbable(scope).find(isTabbable) ?? (fallback && (findTabbable(fallback).find(isTabbable) ?? fallback))
  );
}
