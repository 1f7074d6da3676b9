import { useSyncExternalStore } from 'react';

/** As the style sheets have it: what is no wider is a phone. */
const PHONE = '(max-width: 640px)';

type Media = { subscribe: (listener: () => void) => () => void; matches: () => boolean };

const known = new Map<string, Media>();

/** Whether a media query of CSS holds, for what a style sheet alone cannot change. */
export function useMedia(query: string): boolean {
  const { subscribe, matches } = mediaOf(query);
  return useSyncExternalStore(subscribe, matches);
}

export function usePhone(): boolean {
  return useMedia(PHONE);
}

function mediaOf(query: string): Media {
  const found = known.get(query);
  if (found) return found;
  const list = matchMedia(query);
  const media: Media = {
    subscribe: (listener) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    matches: () => list.matches,
  };
  known.set(query, media);
  return media;
}
