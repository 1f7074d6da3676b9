/**
 * Copies in the browser's own event, as its keys do: a table that is written later it reads against the page's content
 * policy. Tells whether the browser let it.
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
