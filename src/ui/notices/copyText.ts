import { showToast } from './toast.ts';

/** Copies a text, as from a menu that closes over it, and says what became of that. */
export async function copyText(text: string, note = ''): Promise<void> {
  // a browser that has no clipboard for this page refuses as well
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  showToast(copied ? (note ? `Copied. ${note}` : 'Copied') : 'Copying was refused by the browser');
}
