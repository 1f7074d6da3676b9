import { type RefObject, useEffect, useRef } from 'react';
import { announce, announceProgress, withdrawAnnouncement } from '#lib/tasks/announce.ts';

/**
 * Announces a message to screen readers when it appears or changes. A new `version` announces the same message again.
 */
export function useAnnouncement(message: string | undefined, subject?: string, version = 0): void {
  const last = useRef({ message: '', version });
  // screen readers are outside React
  useEffect(() => {
    if (message === undefined) return;
    const isNew = message !== last.current.message || version !== last.current.version;
    last.current = { message, version };
    if (isNew && message !== '') announce(message, subject);
  }, [message, subject, version]);
}

/** Announces a loading message while mounted. If loading ends soon, nothing is announced. */
export function useLoadingAnnouncement(message: string): void {
  // screen readers are outside React
  useEffect(() => {
    announceProgress(message, message);
    return () => withdrawAnnouncement(message);
  }, [message]);
}

export function useElementTextAnnouncement<Kind extends Element>(isAnnounced = true): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  const last = useRef('');
  // the text is DOM state
  useEffect(() => {
    const text = element.current?.textContent ?? '';
    if (!isAnnounced || text === last.current) return;
    last.current = text;
    announce(text);
  });
  return element;
}
