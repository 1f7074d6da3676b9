import { useSyncExternalStore } from 'react';
import { Listeners } from '#lib/listeners.ts';
import classes from './announce.module.css';

/** What is said at one moment is said together, and what was overtaken not at all; ms. */
const GATHER_MS = 250;

/** By subject, what is about to be said. */
const waiting = new Map<string, string>();
const listeners = new Listeners();
let said = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Has a screen reader say a sentence, once. A later one about the same subject replaces one that was not said yet, so that
 * counts on the way to the one that holds are never heard.
 */
export function announce(words: string, subject = words): void {
  waiting.delete(subject);
  waiting.set(subject, words);
  clearTimeout(timer);
  timer = setTimeout(say, GATHER_MS);
}

/** The page's one live region for what happens; it stands in the page before anything is said. */
export function Announcer() {
  const words = useSyncExternalStore(listeners.subscribe, () => said);
  return (
    <div className={classes['region']} aria-live="polite" aria-atomic="true">
      {words}
    </div>
  );
}

function say(): void {
  const next = [...waiting.values()].join('. ');
  waiting.clear();
  // the same words once more would be no change
  said = next === said ? `${next}\u00a0` : next;
  listeners.tell();
}
