class LinkPart extends URLSearchParams {
  readonly #dropped: string[];

  constructor(parameters: URLSearchParams | string, dropped: string[]) {
    super(parameters);
    this.#dropped = dropped;
  }

  /** '' if absent. */
  text(name: string): string {
    return this.get(name) ?? '';
  }

  /** As `text`, but reports repeated parameters as dropped. */
  only(name: string): string {
    if (this.getAll(name).length > 1) this.#dropped.push(`a second ${name}`);
    return this.text(name);
  }

  /** One of `allowed`; an empty value counts as absent. */
  choice<Value extends string>(name: string, allowed: readonly Value[]): Value | undefined {
    return this.read(name, (text) => allowed.find((value) => value === text));
  }

  read<Value>(name: string, decode: (text: string) => Value | undefined): Value | undefined {
    const text = this.text(name);
    if (!text) return undefined;
    const value = decode(text);
    if (value === undefined) this.#dropped.push(name);
    return value;
  }
}

/** Reads a link; `dropped` collects the names of unreadable parts, phrased to follow "dropped:". */
export class LinkReader {
  readonly dropped: string[] = [];
  readonly query: LinkPart;
  /** Not sent to servers, so it carries all parts that may hold personal data. */
  readonly fragment: LinkPart;

  constructor(query: URLSearchParams, hash = '') {
    this.query = new LinkPart(query, this.dropped);
    this.fragment = new LinkPart(hash.replace(/^#/, ''), this.dropped);
  }
}

/** Builds a URL; empty parts add neither `?` nor `#`. */
export function link(address: string, query: URLSearchParams, fragment = new URLSearchParams()): string {
  return address + withMark('?', query) + withMark('#', fragment);
}

function withMark(mark: string, parameters: URLSearchParams): string {
  const text = parameters.toString();
  return text && mark + text;
}
