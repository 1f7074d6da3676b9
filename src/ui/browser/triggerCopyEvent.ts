export const COPYING_FAILED = 'Copying failed: the browser blocked clipboard access';

/**
 * Writes clipboard data in a `copy` event, because with the asynchronous clipboard API the CSP would apply to HTML
 * tables.
 * @returns false if the browser fired no event
 */
export function triggerCopyEvent(copy: (event: ClipboardEvent) => void): boolean {
  let fired = false;
  const onCopy = (event: ClipboardEvent) => {
    fired = true;
    copy(event);
  };
  document.addEventListener('copy', onCopy, { once: true });
  document.execCommand('copy');
  document.removeEventListener('copy', onCopy);
  return fired;
}
