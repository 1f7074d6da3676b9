import { useCallback, useEffect, useState } from 'react';
import { singleKeys, TAKES_TEXT } from '#ui/letterKeys.ts';
import { useSetting } from '#ui/useSetting.ts';

/** `/` leads to the page's search, `?` lists the keys, wherever they are not typed into something. */
export function useFrameKeys() {
  // undefined until they are first asked for: their code is loaded then
  const [listed, setListed] = useState<boolean>();
  const [on, setOn] = useSetting(singleKeys);
  // keys are the document's
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(TAKES_TEXT))) return;
      const search = key === '/' && document.querySelector<HTMLElement>('main input[type="search"]');
      if (search) search.focus();
      else if (key === '?') setListed(true);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [on]);
  return {
    wanted: listed !== undefined,
    listed: listed ?? false,
    list: useCallback(() => setListed(true), []),
    close: () => setListed(false),
    on,
    setOn,
  };
}
