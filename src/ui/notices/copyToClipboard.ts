import { COPYING_FAILED } from '#ui/browser/triggerCopyEvent.ts';
import { showToast } from './toast.ts';

/** Copies text and shows a toast with the result. `subject` is the noun in the toast, as in "Copied link". */
export async function copyToClipboard(text: string, { subject = '', note = '' } = {}): Promise<void> {
  const done = subject ? `Copied ${subject}` : 'Copied';
  // the clipboard API is undefined in insecure contexts
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (!copied) showToast(COPYING_FAILED);
  else showToast(note ? `${done}. ${note}` : done);
}

export async function copyImage(image: Promise<Blob>): Promise<void> {
  try {
    // the promise is passed on, because browsers require the write to begin with the click
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
    showToast('Copied image');
  } catch {
    showToast(`${COPYING_FAILED}. Save the image instead.`);
  }
}
