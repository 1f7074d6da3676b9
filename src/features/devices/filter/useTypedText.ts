import { useCallback, useEffect, useState } from 'react';

/** The URL follows the typing once it has paused this long. */
const PAUSE_MS = 300;

/**
 * Text that is typed at once and written to the URL after a pause, or when it is settled: what is gone to next may be
 * another page. Where the URL changes by itself (Back, a link) the text follows it.
 */
export function useTypedText(fromUrl: string, write: (text: string) => void) {
  const [text, setText] = useState(fromUrl);
  const [url, setUrl] = useState({ seen: fromUrl, written: fromUrl });
  if (fromUrl !== url.seen) {
    setUrl({ seen: fromUrl, written: fromUrl });
    if (fromUrl !== url.written) setText(fromUrl);
  }
  const settle = useCallback(() => {
    if (text === url.written) return;
    setUrl((known) => ({ ...known, written: text }));
    write(text);
  }, [text, url.written, write]);
  useEffect(() => {
    const timer = setTimeout(settle, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [settle]);
  return [text, setText, settle] as const;
}
