const own = document.createElement('title');
let prefix: string | undefined;

/** Puts words before the page's title in the browser's tab, on every page, until it is called with nothing. */
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

// a page that is drawn puts its title before all others, and the browser shows the first
const observer = new MutationObserver(update);

function update(): void {
  const page = [...document.head.querySelectorAll('title')].find((title) => title !== own);
  const text = `${prefix} · ${page?.textContent ?? ''}`;
  if (own.textContent !== text) own.textContent = text;
  if (document.head.querySelector('title') !== own) document.head.prepend(own);
}
