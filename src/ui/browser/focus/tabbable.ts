export const TABBABLE = 'a[href], button, input, select, textarea, [tabindex], [contenteditable="true"]';

export function isTabbable(element: HTMLElement): boolean {
  return (
    element.isConnected &&
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    element.closest('[inert], [aria-hidden="true"]') === null &&
    element.checkVisibility({ visibilityProperty: true })
  );
}

/** Moves the focus out of an overlay, to its trigger or the next element after it in tab order. */
export function focusBeside(from: HTMLElement, by: 1 | -1, overlay: HTMLElement | null): void {
  const all = [...document.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (element) => (element === from || isTabbable(element)) && !overlay?.contains(element),
  );
  const next = by < 0 ? from : all[all.indexOf(from) + 1];
  (next ?? from).focus();
}
