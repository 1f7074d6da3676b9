import { showToast } from '#ui/notices/toast.ts';
import type { MenuRow } from '#ui/overlays/hangingPanels.tsx';

/** Rows of a menu that copy one request in several notations, and say whether they did. */
export function copyRows(choices: readonly { label: string; text: string }[]): MenuRow[] {
  if (choices.length === 0) return [];
  return [
    { heading: 'Copy the request, without credentials' },
    ...choices.map(({ label, text }) => ({
      label: `Copy as ${label}`,
      key: label,
      run: () => void copy(label, text),
    })),
  ];
}

/** A browser has no clipboard for some pages, and may refuse. */
async function copy(label: string, text: string): Promise<void> {
  const words = await navigator.clipboard?.writeText(text).then(
    () => `Copied as ${label}`,
    () => undefined,
  );
  showToast({ words: words ?? 'Copying was refused by the browser' });
}
