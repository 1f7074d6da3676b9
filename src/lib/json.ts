export type JsonObject = Record<string, unknown>;

/** An integer that JavaScript's numbers would round: kept as the digits that stood in the JSON text. */
export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  toString(): string {
    return this.digits;
  }

  /** `JSON.stringify` gives a string; `stringify` of this module gives the digits. */
  toJSON(): unknown {
    return rawJson(this.digits);
  }
}

/**
 * Parses JSON, keeping integers that JavaScript would round (beyond 2^53) as `ExactNumber`. Costs nothing where no
 * such number is: the text is looked at first.
 * @throws SyntaxError as JSON.parse does
 */
export function parse(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return (JSON.parse as SourceParse)(text, (_key, value, context) =>
    typeof value === 'number' && context?.source !== undefined && loses(value, context.source)
      ? new ExactNumber(context.source)
      : value,
  );
}

/** Writes JSON with every `ExactNumber` as the digits it was read with. `indent` as in JSON.stringify. */
export function stringify(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent) ?? 'null';
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

// Not in TypeScript's library yet: the reviver's third argument and JSON.rawJSON (ECMAScript 2026).
type SourceParse = (
  text: string,
  reviver: (key: string, value: unknown, context?: { source?: string }) => unknown,
) => unknown;

function rawJson(digits: string): unknown {
  const raw = (JSON as { rawJSON?: (text: string) => unknown }).rawJSON;
  return raw ? raw(digits) : digits;
}

function loses(value: number, source: string): boolean {
  return /^-?\d+$/.test(source) && !Number.isSafeInteger(value) && String(value) !== source;
}
