import { isJsonObject } from '#lib/json/json.ts';
import { tryCatch } from '#lib/tryCatch.ts';

/** The names that lead to a field, one inside the other. */
export type FieldPath = readonly string[];

/** The path as one text that no other path has: dotted names where they can be read back, else JSON. */
export function fieldKey(path: FieldPath): string {
  const dotted = path.join('.');
  const readable = !dotted.startsWith('[') && path.every((name) => name !== '' && !name.includes('.'));
  return readable ? dotted : JSON.stringify(path);
}

/** The path that a key stands for. */
export function pathOf(key: string): FieldPath {
  const listed: unknown = key.startsWith('[') ? tryCatch(() => JSON.parse(key)) : undefined;
  const isPath = Array.isArray(listed) && listed.every((name) => typeof name === 'string');
  return isPath ? listed : key.split('.');
}

/** How a field is called on the screen: a name with a dot in it stands in quotes, and one that is empty in words. */
export function fieldLabel(path: FieldPath): string {
  return path.map((name) => (name.includes('.') ? JSON.stringify(name) : name || '(no name)')).join('.');
}

/** Why no stage can name a field: the interface has a meaning of its own for such a name. */
export function whyUnaskable(path: FieldPath): string | undefined {
  const refused = REFUSED.find(({ refuses }) => path.some(refuses));
  return refused && `The interface cannot ask for ${fieldLabel(path)}: ${refused.because}.`;
}

const REFUSED = [
  { refuses: (name: string) => name === '', because: 'a field has to have a name' },
  { refuses: (name: string) => name.includes('.'), because: 'it takes the dot for the way into an object' },
  { refuses: (name: string) => name.startsWith('$'), because: 'it keeps names that begin with $ for operators' },
];

/** Why no match can ask for a value: its members would be taken for operators. */
export function whyValueUnaskable(value: unknown): string | undefined {
  return holdsOperator(value)
    ? 'The interface cannot ask for this value: it keeps names that begin with $, as one within has, for operators.'
    : undefined;
}

function holdsOperator(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsOperator);
  return isJsonObject(value) && Object.keys(value).some((name) => name.startsWith('$') || holdsOperator(value[name]));
}
