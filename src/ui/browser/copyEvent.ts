/**
 * Writes clipboard data in a `copy` event: later writes of tables make the browser parse them against the CSP.
 * @returns whether the event fired
 */
export function inCopyEvent(copy: (event: ClipboardEvent) => void): boolean {
  let heard = false;
  const give = (event: ClipboardEvent) => {
    heard = true;
    copy(event);
  };
  document.addEventListener('copy', give, { once: true });
  document.execCommand('copy');
  document.removeEventListener('copy', give);
  return heard;
}
