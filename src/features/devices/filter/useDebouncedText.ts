import { useCallback, useEffect, useState } from 'react';

const DEFAULT_DELAY_MS = 300;

type DebouncedTextOptions = { delayMs?: number; normalize?: (text: string) => string };

const returnUnchanged = (text: string) => text;

/** Text state that updates the URL after a pause or on `settle`, and follows navigation. */
export function useDebouncedText(
  fromUrl: string,
  write: (text: string) => void,
  { delayMs = DEFAULT_DELAY_MS, normalize = returnUnchanged }: DebouncedTextOptions = {},
) {
  const [text, setText] = useState(fromUrl);
  const [url, setUrl] = useState({ seen: fromUrl, written: fromUrl });
  if (fromUrl !== url.seen) {
    setUrl({ seen: fromUrl, written: fromUrl });
    if (fromUrl !== url.written) setText(fromUrl);
  }
  const flush = useCallback(() => {
    const next = normalize(text);
    if (next === url.written) return;
    setUrl((known) => ({ ...known, written: next }));
    write(next);
  }, [text, url.written, write, normalize]);
  useEffect(() => {
    const timer = setTimeout(flush, delayMs);
    return () => clearTimeout(timer);
  }, [flush, delayMs]);
  return [text, setText, flush] as const;
}
