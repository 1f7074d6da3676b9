import { useCallback, useEffect, useState } from 'react';

const PAUSE_MS = 300;

type TypingOptions = { pauseMs?: number; normalize?: (text: string) => string };

const asTyped = (text: string) => text;

/** Text state that updates the URL after a pause or on `settle`, and follows navigation. */
export function useTypedText(
  fromUrl: string,
  write: (text: string) => void,
  { pauseMs = PAUSE_MS, normalize = asTyped }: TypingOptions = {},
) {
  const [text, setText] = useState(fromUrl);
  const [url, setUrl] = useState({ seen: fromUrl, written: fromUrl });
  if (fromUrl !== url.seen) {
    setUrl({ seen: fromUrl, written: fromUrl });
    if (fromUrl !== url.written) setText(fromUrl);
  }
  const settle = useCallback(() => {
    const next = normalize(text);
    if (next === url.written) return;
    setUrl((known) => ({ ...known, written: next }));
    write(next);
  }, [text, url.written, write, normalize]);
  useEffect(() => {
    const timer = setTimeout(settle, pauseMs);
    return () => clearTimeout(timer);
  }, [settle, pauseMs]);
  return [text, setText, settle] as const;
}
