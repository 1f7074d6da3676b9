import { COPYING_FAILED } from '#ui/browser/triggerCopyEvent.ts';
import { showToast } from './toast.ts';

export async function copyImage(image: Promise<Blob>): Promise<void> {
  try {
    // the promise is passed on, because browsers require the write to begin with the click
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
    showToast('Copied image');
  } catch {
    showToast(`${COPYING_FAILED}. Save the image instead.`);
  }
}
