import { showToast } from './toast.ts';

/** Copies a text and reports the result, for a menu that closes over it. `subject` as in "Copied link". */
export async function copyText(text: string, { subject = '', note = '' } = {}): Promise<void> {
  const done = subject ? `Copied ${subject}` : 'Copied';
  // a browser that has no clipboard for this page refuses as well
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (!copied) showToast('Copying was refused by the browser');
  else showToast(note ? `${done}. ${note}` : done);
}
