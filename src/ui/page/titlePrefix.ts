const own = document.createElement('title');
let prefix: string | undefined;

/** Prefixes the document title on every page; undefined removes the prefix. */
export function setTitlePrefix(words: string | undefined): void {
  const isNew = prefix === undefined && words !== undefined;
  prefix = words;
  if (words === undefined) {
    observer.disconnect();
    own.remove();
    return;
  }
  update();
  if (isNew) observer.observe(document.head, { childList: true, subtree: true, characterData: true });
}

// pages insert their title first, and browsers show the first one
const observer = new MutationObserver(update);

function update(): void {
  const page = [...document.head.querySelectorAll('title')].find((title) => title !== own);
  const text = `${prefix} · ${page?.textContent ?? ''}`;
  if (own.textContent !== text) own.textContent = text;
  if (document.head.querySelector('title') !== own) document.head.prepend(own);
}
