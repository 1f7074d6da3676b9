export class DocumentTitlePrefix {
  readonly #title = document.createElement('title');
  // pages insert their title first, and browsers show the first one
  readonly #observer = new MutationObserver(() => this.#updateTitle());
  #prefix: string | undefined;

  set(prefix: string | undefined): void {
    const isNew = this.#prefix === undefined && prefix !== undefined;
    this.#prefix = prefix;
    if (prefix === undefined) {
      this.#observer.disconnect();
      this.#title.remove();
      return;
    }
    this.#updateTitle();
    if (isNew) this.#observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  }

  #updateTitle(): void {
    const page = [...document.head.querySelectorAll('title')].find((title) => title !== this.#title);
    const text = `${this.#prefix} · ${page?.textContent ?? ''}`;
    if (this.#title.textContent !== text) this.#title.textContent = text;
    if (document.head.querySelector('title') !== this.#title) document.head.prepend(this.#title);
  }
}

export function createDocumentTitlePrefix(): DocumentTitlePrefix {
  return new DocumentTitlePrefix();
}
