class UrlParams extends URLSearchParams {
  readonly #dropped: string[];

  constructor(parameters: URLSearchParams | string, dropped: string[]) {
    super(parameters);
    this.#dropped = dropped;
  }

  /** Returns '' if the parameter is absent. */
  getText(name: string): string {
    return this.get(name) ?? '';
  }

  /** Like `getText`, but reports repeated parameters as dropped. */
  getSingle(name: string): string {
    if (this.getAll(name).length > 1) this.#dropped.push(`a duplicate ${name}`);
    return this.getText(name);
  }

  /** Returns the parameter if it is one of `allowed`. An empty value counts as absent. */
  getChoice<Value extends string>(name: string, allowed: readonly Value[]): Value | undefined {
    return this.getParsed(name, (text) => allowed.find((value) => value === text));
  }

  getParsed<Value>(name: string, decode: (text: string) => Value | undefined): Value | undefined {
    const text = this.getText(name);
    if (!text) return undefined;
    const value = decode(text);
    if (value === undefined) this.#dropped.push(name);
    return value;
  }
}

/** Parses a link. `dropped` collects the names of parts that could not be parsed, worded to follow "dropped:". */
export class UrlParser {
  readonly dropped: string[] = [];
  readonly query: UrlParams;
  /** Parameters of the fragment, which browsers do not send. It contains all parts that may hold personal data. */
  readonly fragment: UrlParams;

  constructor(query: URLSearchParams, hash = '') {
    this.query = new UrlParams(query, this.dropped);
    this.fragment = new UrlParams(hash.replace(/^#/, ''), this.dropped);
  }
}

/** Builds a URL. Empty parts add neither `?` nor `#`. */
export function buildUrl(address: string, query: URLSearchParams, fragment = new URLSearchParams()): string {
  return address + formatParams('?', query) + formatParams('#', fragment);
}

function formatParams(mark: string, parameters: URLSearchParams): string {
  const text = parameters.toString();
  return text && mark + text;
}
