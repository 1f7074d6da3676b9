import { NAVIGATION } from '#shell/sidebar/navigation.ts';
import { getKeyLetter, SHORTCUT_EXCLUSION_SELECTOR } from '#ui/browser/shortcuts.ts';

const SECOND_KEY_TIMEOUT_MS = 2000;

/** Opens a page with the next key, as the second one after `g`. */
export function waitForPageKey(open: (address: string) => void): void {
  const stop = () => {
    clearTimeout(timer);
    removeEventListener('keydown', take, true);
  };
  const take = (event: KeyboardEvent) => {
    stop();
    const { ctrlKey, metaKey, altKey, target } = event;
    const page = NAVIGATION.find(({ goToKey }) => goToKey === getKeyLetter(event));
    const isTyping = target instanceof Element && target.closest(SHORTCUT_EXCLUSION_SELECTOR) !== null;
    if (!page || isTyping || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    event.stopPropagation();
    open(page.address);
  };
  const timer = setTimeout(stop, SECOND_KEY_TIMEOUT_MS);
  addEventListener('keydown', take, true);
}
