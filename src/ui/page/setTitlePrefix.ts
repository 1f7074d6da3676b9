const prefixedTitle = document.createElement('title');
let prefix: string | undefined;

/** Prefixes the document title on every page; undefined removes the prefix. */
export function setTitlePrefix(text: string | undefined): void {
  const isNew = prefix === undefined && text !== undefined;
  prefix = text;
  if (text === undefined) {
    observer.disconnect();
    prefixedTitle.remove();
    return;
  }
  updateTitle();
  if (isNew) observer.observe(document.head, { childList: true, subtree: true, characterData: true });
}

// pages insert their title first, and browsers show the first one
const observer = new MutationObserver(updateTitle);

function updateTitle(): void {
  const page = [...document.head.querySelectorAll('title')].find((title) => title !== prefixedTitle);
  const text = `${prefix} · ${page?.textContent ?? ''}`;
  if (prefixedTitle.textContent !== text) prefixedTitle.textContent = text;
  if (document.head.querySelector('title') !== prefixedTitle) document.head.prepend(prefixedTitle);
}
