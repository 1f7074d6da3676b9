/** What every codec of this room reads and writes links with. */

/** One half of a link, its query or its fragment; parts that cannot be read are named in `dropped` and left out. */
class LinkPart extends URLSearchParams {
  readonly #dropped: string[];

  constructor(parameters: URLSearchParams | string, dropped: string[]) {
    super(parameters);
    this.#dropped = dropped;
  }

  /** '' where the part is absent. */
  text(name: string): string {
    return this.get(name) ?? '';
  }

  /** As `text`, of a part that stands in a link once at most: more are said. */
  only(name: string): string {
    if (this.getAll(name).length > 1) this.#dropped.push(`a second ${name}`);
    return this.text(name);
  }

  /** One of `allowed`; what is empty is absent. */
  choice<Value extends string>(name: string, allowed: readonly Value[]): Value | undefined {
    return this.read(name, (text) => allowed.find((value) => value === text));
  }

  /** What `decode` makes of a part that is there and not empty; undefined says that it could not be read. */
  read<Value>(name: string, decode: (text: string) => Value | undefined): Value | undefined {
    const text = this.text(name);
    if (!text) return undefined;
    const value = decode(text);
    if (value === undefined) this.#dropped.push(name);
    return value;
  }
}

/** Reads a link; `dropped` gathers the name of each part that could not be read, in words that follow "dropped:". */
export class LinkReader {
  readonly dropped: string[] = [];
  readonly query: LinkPart;
  /** What browsers send to no server: whatever may hold personal data stands there. */
  readonly fragment: LinkPart;

  constructor(query: URLSearchParams, hash = '') {
    this.query = new LinkPart(query, this.dropped);
    this.fragment = new LinkPart(hash.replace(/^#/, ''), this.dropped);
  }
}

/** The link to an address with what it holds; an empty half leaves no mark. */
export function link(address: string, query: URLSearchParams, fragment = new URLSearchParams()): string {
  return address + withMark('?', query) + withMark('#', fragment);
}

function withMark(mark: string, parameters: URLSearchParams): string {
  const text = parameters.toString();
  return text && mark + text;
}
