/**
 * Writes clipboard data in a `copy` event: later writes of tables make the browser parse them against the CSP.
 * @returns whether the event fired
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
