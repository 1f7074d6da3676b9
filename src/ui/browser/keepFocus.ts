/**
 * The `ref` of what may go away while it has the focus: whoever pressed a button of it then goes on from where it was, not
 * from the top of the document.
 */
export function keepFocus(element: HTMLElement | null): () => void {
  return () => {
    if (!element?.contains(document.activeElement)) return;
    const main = element.closest('main') ?? document.querySelector('main');
    main?.focus({ preventScroll: true });
  };
}
