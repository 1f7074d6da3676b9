/**
 * Writes clipboard data in a `copy` event. The asynchronous clipboard API would make the browser parse HTML tables
 * under the CSP.
 * @returns false if no event was fired
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
