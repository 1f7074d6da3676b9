import { useCallback, useEffect, useState } from 'react';

/** The URL follows the typing once it has paused this long. */
const PAUSE_MS = 300;

/** Text that the URL follows after a pause or once settled; where the URL changes by itself, the text follows it. */
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
