import { useEffect, useState } from 'react';

/** The URL follows the typing once it has paused this long. */
const PAUSE_MS = 300;

/**
 * Text that is typed at once and written to the URL after a pause, or when the focus goes on. Where the URL changes by itself (Back, a link) the
 * text follows it.
 */
export function useTypedText(fromUrl: string, write: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(fromUrl);
  const [url, setUrl] = useState({ seen: fromUrl, written: fromUrl });
  if (fromUrl !== url.seen) {
    setUrl({ seen: fromUrl, written: fromUrl });
    if (fromUrl !== url.written) setText(fromUrl);
  }
  useEffect(() => {
    if (text === url.written) return;
    const settle = () => {
      setUrl((known) => ({ ...known, written: text }));
      write(text);
    };
    const timer = setTimeout(settle, PAUSE_MS);
    // what is gone to next may be another page
    addEventListener('focusout', settle);
    return () => {
      clearTimeout(timer);
      removeEventListener('focusout', settle);
    };
  }, [text, url.written, write]);
  return [text, setText];
}
