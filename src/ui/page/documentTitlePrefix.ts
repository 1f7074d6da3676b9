export class DocumentTitlePrefix {
  readonly #title = document.createElement('title');
  // pages insert their title first, and browsers show the first one
  readonly #observer = new MutationObserver(() => this.#updateTitle());
  #prefix: string | undefined;
  #count = 0;

  set(prefix: string | undefined): void {
    this.#prefix = prefix;
    this.#update();
  }

  /** Number before the title of the page, such as "(2) Devices". 0 shows none. */
  setCount(count: number): void {
    this.#count = count;
    this.#update();
  }

  #update(): void {
    if (this.#prefix === undefined && this.#count === 0) {
      this.#observer.disconnect();
      this.#title.remove();
      return;
    }
    this.#updateTitle();
    this.#observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  }

  #updateTitle(): void {
    const page = [...document.head.querySelectorAll('title')].find((title) => title !== this.#title);
    const prefixes = [
      this.#count > 0 ? `(${this.#count}) ` : '',
      this.#prefix === undefined ? '' : `${this.#prefix} · `,
    ];
    const text = prefixes.join('') + (page?.textContent ?? '');
    if (this.#title.textContent !== text) this.#title.textContent = text;
    if (document.head.querySelector('title') !== this.#title) document.head.prepend(this.#title);
  }
}

export function createDocumentTitlePrefix(): DocumentTitlePrefix {
  return new DocumentTitlePrefix();
}
