import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback } from 'react';
import { useDerivedState } from '#ui/browser/useDerivedState.ts';

const DEFAULT_DELAY_MS = 300;

type DebouncedTextOptions = { delayMs?: number; normalize?: (text: string) => string };

const returnUnchanged = (text: string) => text;

/** State of a text input that updates the URL after a pause or on `flush`, and that follows navigation. */
export function useDebouncedUrlText(
  fromUrl: string,
  write: (text: string) => void,
  { delayMs = DEFAULT_DELAY_MS, normalize = returnUnchanged }: DebouncedTextOptions = {},
) {
  const [{ text, written }, update] = useDerivedState(
    () => ({ text: fromUrl, seen: fromUrl, written: fromUrl }),
    (state) => {
      if (state.seen === fromUrl) return state;
      return { text: fromUrl === state.written ? state.text : fromUrl, seen: fromUrl, written: fromUrl };
    },
  );
  const flush = useCallback(() => {
    const next = normalize(text);
    if (next === written) return;
    update((state) => ({ ...state, written: next }));
    write(next);
  }, [text, written, write, normalize, update]);
  const flushLater = useDebouncedCallback(flush, delayMs);
  const setText = useCallback(
    (next: string) => {
      update((state) => ({ ...state, text: next }));
      flushLater();
    },
    [update, flushLater],
  );
  return [text, setText, flush] as const;
}
