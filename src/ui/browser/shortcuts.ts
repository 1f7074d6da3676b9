import { useWindowEvent } from '@mantine/hooks';
import { createBooleanSetting } from '#lib/setting.ts';
import { findFirst } from '#ui/browser/focus/focusAfter.ts';
import { useSetting } from './useSetting.ts';

export const singleKeyShortcutsSetting = createBooleanSetting('singleKeys', true);

export const SHORTCUT_EXCLUSION_SELECTOR =
  'input, textarea, select, [contenteditable], dialog, [role="dialog"], [role="menu"]';

/**
 * Registers single-key shortcuts that work outside of text inputs. A handler that returns `false` leaves the key to the
 * browser.
 */
export function useShortcuts(shortcuts: Readonly<Record<string, () => unknown>>): void {
  const [isEnabled] = useSetting(singleKeyShortcutsSetting);
  useWindowEvent('keydown', (event) => {
    const { ctrlKey, metaKey, altKey, shiftKey, target, defaultPrevented } = event;
    // same keys if Caps Lock is on
    const key = shiftKey ? event.key : getKeyLetter(event);
    if (!isEnabled || ctrlKey || metaKey || altKey || defaultPrevented) return;
    if (target instanceof Element && target.closest(SHORTCUT_EXCLUSION_SELECTOR)) return;
    const act = Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined;
    if (act && act() !== false) event.preventDefault();
  });
}

/**
 * Returns the typed letter in lower case. If a layout types letters of another script, such as Cyrillic, it is the Latin
 * letter on the same key of a US keyboard.
 */
export function getKeyLetter({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isOtherScript = /^(?!\p{Script=Latin})\p{Letter}/u.test(key) && code.startsWith('Key');
  return (isOtherScript ? code.slice(3) : key).toLowerCase();
}

/**
 * Finds the search input that the `/` key focuses: the element marked `data-search`, otherwise the first search input.
 */
export const findPageSearchInput = () =>
  findFirst<HTMLInputElement>(document, ['main input[data-search]', 'main input[type="search"]']);
