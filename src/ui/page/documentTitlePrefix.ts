export class DocumentTitlePrefix {
  readonly #title = document.createElement('title');
  // pages insert their title first, and browsers show the first one
  readonly #observer = new MutationObserver(() => this.#updateTitle());
  readonly #prefixes = new Map<object, string>();
  #count = 0;

  /** Sets the text that `owner` shows before the title of the page. Undefined removes it. */
  set(owner: object, prefix: string | undefined): void {
    if (prefix === undefined) this.#prefixes.delete(owner);
    else this.#prefixes.set(owner, prefix);
    this.#update();
  }

  /** Number before the title of the page, such as "(2) Devices". 0 shows none. */
  setCount(count: number): void {
    this.#count = count;
    this.#update();
  }

  #update(): void {
    if (this.#prefixes.size === 0 && this.#count === 0) {
      this.#observer.disconnect();
      this.#title.remove();
      return;
    }
    this.#updateTitle();
    this.#observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  }

  #updateTitle(): void {
    const page = [...document.head.querySelectorAll('title')].find((title) => title !== this.#title);
    const texts = [...this.#prefixes.values(), page?.textContent ?? ''];
    const text = (this.#count > 0 ? `(${this.#count}) ` : '') + texts.join(' · ');
    if (this.#title.textContent !== text) this.#title.textContent = text;
    if (document.head.querySelector('title') !== this.#title) document.head.prepend(this.#title);
  }
}

export function createDocumentTitlePrefix(): DocumentTitlePrefix {
  return new DocumentTitlePrefix();
}
