import { ExactNumber, OrderedJsonObject } from '#lib/json/json.ts';

/** Truncates a text to `maxLength` UTF-16 units and adds an ellipsis. Never splits a surrogate pair. */
export function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Replaces the middle of a long text with an ellipsis. Never splits a surrogate pair. */
export function truncateMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const tail = Math.floor((maxLength - 1) / 2);
  const head = text.slice(0, maxLength - 1 - tail).replace(/[\ud800-\udbff]$/, '');
  return `${head}…${text.slice(text.length - tail).replace(/^[\udc00-\udfff]/, '')}`;
}

/** Formats a value as JSON on one line, up to `maxLength` characters. Reads no more of the value than necessary. */
export function formatTruncatedJson(value: unknown, maxLength: number): string {
  const written = { text: '', most: maxLength + 1 };
  writeValue(value, written);
  return truncate(written.text, maxLength);
}

type JsonOutput = { text: string; most: number };

function writeValue(value: unknown, written: JsonOutput): void {
  const left = written.most - written.text.length;
  if (left <= 0) return;
  if (typeof value === 'string') written.text += JSON.stringify(value.slice(0, left));
  else if (value instanceof ExactNumber) written.text += value.text.slice(0, left);
  else if (Array.isArray(value)) writeList('[]', value, written, (item) => writeValue(item, written));
  else if (value instanceof OrderedJsonObject)
    writeList('{}', value.entries, written, (entry) => writeMember(entry, written));
  else if (typeof value === 'object' && value !== null) {
    writeList('{}', iterateNames(value), written, (name) => writeMember([name, Reflect.get(value, name)], written));
  } else written.text += JSON.stringify(value) ?? 'null';
}

function writeList<Item>(
  [open, close]: string,
  items: Iterable<Item>,
  written: JsonOutput,
  each: (item: Item) => void,
): void {
  written.text += open;
  let first = true;
  for (const item of items) {
    if (written.text.length >= written.most) return;
    if (!first) written.text += ',';
    first = false;
    each(item);
  }
  written.text += close;
}

function writeMember([name, value]: readonly [string, unknown], written: JsonOutput): void {
  writeValue(name, written);
  written.text += ':';
  writeValue(value, written);
}

function* iterateNames(object: object): Generator<string> {
  for (const name in object) {
    if (Object.hasOwn(object, name) && Reflect.get(object, name) !== undefined) yield name;
  }
}
