import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { pageSearch, singleKeys, TAKES_TEXT } from '#ui/browser/letterKeys.ts';
import { useSetting } from '#ui/browser/useSetting.ts';

/** `/` leads to the page's search, `?` lists the keys, wherever they are not typed into something. */
export function useFrameKeys() {
  // undefined until they are first asked for: their code is loaded then
  const [listed, setListed] = useState<boolean>();
  const [on, setOn] = useSetting(singleKeys);
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (!on || ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(TAKES_TEXT))) return;
    const search = key === '/' && pageSearch();
    if (search) search.focus();
    else if (key === '?') setListed(true);
    else return;
    event.preventDefault();
  });
  return {
    wanted: listed !== undefined,
    listed: listed ?? false,
    list: useCallback(() => setListed(true), []),
    close: () => setListed(false),
    on,
    setOn,
  };
}
