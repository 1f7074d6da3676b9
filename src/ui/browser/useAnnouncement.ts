import { type RefObject, useEffect, useRef } from 'react';
import { announce, announceProgress, withdrawAnnouncement } from '#lib/tasks/announce.ts';

/**
 * Announces a message when it appears and whenever it changes, the same message again with each other `version`. Without a
 * message nothing is announced, and the last one still counts as announced.
 */
export function useAnnouncement(message: string | undefined, subject?: string, version = 0): void {
  const last = useRef({ message: '', version });
  // a screen reader is outside React
  useEffect(() => {
    if (message === undefined) return;
    const isNew = message !== last.current.message || version !== last.current.version;
    last.current = { message, version };
    if (isNew && message !== '') announce(message, subject);
  }, [message, subject, version]);
}

/** Announces what is being loaded for as long as this is drawn, unless it is there before the message is announced. */
export function useLoadingAnnouncement(message: string): void {
  // a screen reader is outside React
  useEffect(() => {
    announceProgress(message, message);
    return () => withdrawAnnouncement(message);
  }, [message]);
}

/** Announces the text of an element when it appears and whenever it changes. */
export function useTextAnnouncement<Kind extends Element>(isAnnounced = true): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  const last = useRef('');
  // the text is the document's to know
  useEffect(() => {
    const text = element.current?.textContent ?? '';
    if (!isAnnounced || text === last.current) return;
    last.current = text;
    announce(text);
  });
  return element;
}
