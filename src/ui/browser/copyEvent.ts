import { announce } from './announce.tsx';

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

/** Copies a text, as from a menu that closes over it: what became of that is announced. */
export async function copyText(text: string): Promise<void> {
  // a browser that has no clipboard for this page refuses as well
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  announce(copied ? 'Copied' : 'Copying was refused by the browser', 'copy');
}
