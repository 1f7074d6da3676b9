/** Elements that may be in the tab order. */
export const TABBABLE = 'a[href], button, input, select, textarea, [tabindex], [contenteditable="true"]';

/** Whether Tab reaches an element now. */
export function isTabbable(element: HTMLElement): boolean {
  return (
    element.isConnected &&
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    element.closest('[inert], [aria-hidden="true"]') === null &&
    element.checkVisibility({ visibilityProperty: true })
  );
}

/** Moves the focus from an overlay to what comes before or after the element that it hangs under, in the order of Tab. */
export function focusBeside(from: HTMLElement, by: 1 | -1, overlay: HTMLElement | null): void {
  const all = [...document.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (element) => (element === from || isTabbable(element)) && !overlay?.contains(element),
  );
  const next = by < 0 ? from : all[all.indexOf(from) + 1];
  (next ?? from).focus();
}
