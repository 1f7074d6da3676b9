export const TABBABLE_CANDIDATES_SELECTOR =
  'a[href], button, input, select, textarea, [tabindex], [contenteditable="true"]';

export function isTabbable(element: HTMLElement): boolean {
  return (
    element.isConnected &&
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    element.closest('[inert], [aria-hidden="true"]') === null &&
    element.checkVisibility({ visibilityProperty: true })
  );
}

/** Lists the controls within an element in tab order. */
export function listTabbable(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(TABBABLE_CANDIDATES_SELECTOR)].filter(isTabbable);
}

/** Focuses an input and moves the cursor to the end, because the user may already be typing. */
export function focusInputEnd(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true });
  input?.setSelectionRange(input.value.length, input.value.length);
}

/** Moves the focus from an overlay to its trigger, or to the next element after the trigger in tab order. */
export function moveFocusOutOfOverlay(trigger: HTMLElement, direction: 1 | -1, overlay: HTMLElement | null): void {
  const all = [...document.querySelectorAll<HTMLElement>(TABBABLE_CANDIDATES_SELECTOR)].filter(
    (element) => (element === trigger || isTabbable(element)) && !overlay?.contains(element),
  );
  const next = direction < 0 ? trigger : all[all.indexOf(trigger) + 1];
  (next ?? trigger).focus();
}
