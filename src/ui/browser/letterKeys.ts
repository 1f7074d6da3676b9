import { useWindowEvent } from '@mantine/hooks';
import { createBooleanSetting } from '#lib/setting.ts';
import { useSetting } from './useSetting.ts';

/** Keys that work alone can be turned off: who speaks to the computer would press them by accident. */
export const singleKeys = createBooleanSetting('singleKeys', true);

/** What types text, or takes letters for itself. */
export const TAKES_TEXT = 'input, textarea, select, [contenteditable], dialog, [role="dialog"], [role="menu"]';

/** What letters do on a page, wherever they are not typed into something; `false` leaves the key to the browser. */
export function useLetterKeys(keys: Readonly<Record<string, () => unknown>>): void {
  const [on] = useSetting(singleKeys);
  useWindowEvent('keydown', (event) => {
    const { ctrlKey, metaKey, altKey, shiftKey, target, defaultPrevented } = event;
    // the same keys while Caps Lock is on
    const key = shiftKey ? event.key : event.key.toLowerCase();
    if (!on || ctrlKey || metaKey || altKey || defaultPrevented) return;
    if (target instanceof Element && target.closest(TAKES_TEXT)) return;
    const act = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (act && act() !== false) event.preventDefault();
  });
}

/** The search that `/` leads to: the page's first, or the input that a page marks as its own. */
export const pageSearch = () =>
  document.querySelector<HTMLInputElement>('main input[data-search]') ??
  document.querySelector<HTMLInputElement>('main input[type="search"]');
