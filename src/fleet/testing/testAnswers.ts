import type { FleetView } from '#fleet/shown/fleetView.ts';

/** Simple reference implementation of filters and orders, for comparison with the engine. */

export type Plain = Record<string, unknown>;

/** Fields of the generated fleets beyond the interface. */
const FURTHER = ['extra', 'note', 'toString'];

/** Maximum depth of object members that become columns. */
const NESTED_DEPTH = 3;

function firstValue(plain: readonly Plain[], field: string): unknown {
  return plain.map((one) => own(one, field)).find((value) => value !== undefined && value !== null);
}

function textFields(plain: readonly Plain[]): string[] {
  const further = FURTHER.filter((field) => typeof firstValue(plain, field) === 'string');
  return ['deviceID', 'productID', 'name', 'admin', ...further];
}

export function contains(plain: readonly Plain[], row: number, search: string): boolean {
  if (folded(search) === '') return true;
  return textsOf(plain, row).some((text) => folded(text).includes(folded(search)));
}

function textsOf(plain: readonly Plain[], row: number): string[] {
  const values = [...Object.values(plain[row] ?? {}), ...FURTHER.flatMap((field) => within(plain, row, [field]))];
  return values.filter((value) => typeof value === 'string');
}

function within(plain: readonly Plain[], row: number, path: readonly string[]): unknown[] {
  const value = at(plain[row], path);
  const first = plain.map((one) => at(one, path)).find((other) => other !== undefined && other !== null);
  if (!isObject(value) || typeof first !== 'object' || path.length > NESTED_DEPTH) return [];
  return Object.keys(value).flatMap((name) => [value[name], ...within(plain, row, [...path, name])]);
}

function at(record: Plain | undefined, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? own(value, name) : undefined), record);
}

function isObject(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const SPELLED: Plain = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ς: 'σ',
  ё: 'е',
};

function folded(text: string): string {
  return Array.from(text.toLowerCase(), (letter) => {
    if (Object.hasOwn(SPELLED, letter)) return SPELLED[letter];
    if (!/[\u00df-\u03ff\u1e00-\u1fff]/.test(letter)) return letter;
    return letter.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  }).join('');
}

type Asked = { field: string; text: string; exact: boolean };

export function matches(plain: readonly Plain[], row: number, { field, text, exact }: Asked): boolean {
  const fits = (written: string) => (exact ? folded(written) === text : folded(written).includes(text));
  const inField = () => {
    const value = own(plain[row], field);
    if (textFields(plain).includes(field) && typeof value !== 'string') return false;
    if (typeof value === 'boolean') {
      const words = field === 'paired' ? ['unpaired', 'paired'] : ['no', 'yes'];
      const said = [String(value), words[Number(value)]];
      return said.some((word) => (exact ? word === text : word?.startsWith(text)));
    }
    const written =
      typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
    return fits(written);
  };
  const found = field === '' ? textsOf(plain, row).some(fits) : inField();
  const times = ['registeredAt', 'lastPairedAt'].filter((name) => field === '' || field === name);
  return found || (text === 'never' && times.some((name) => !own(plain[row], name)));
}

export function own(record: Plain | undefined, field: string): unknown {
  return record && Object.hasOwn(record, field) ? record[field] : undefined;
}

export function facetValue(record: Plain | undefined, field: string): string {
  const value = own(record, field);
  const expected = field === 'paired' ? 'boolean' : 'string';
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === expected && !/^(text|number|boolean|json):/.test(String(value))) return String(value);
  if (typeof value === 'object') return `json:${JSON.stringify(value)}`;
  return `${typeof value === 'string' ? 'text' : typeof value}:${value}`;
}

/** A time of 0 means never, which counts as no value. */
export function sortValue(record: Plain | undefined, field: string): unknown {
  const value = own(record, field);
  return field.endsWith('At') && value === 0 ? undefined : value;
}

/** Reference implementation of the order of `orderOf`. */
export function compare(a: unknown, b: unknown, descending: boolean): number {
  const [classA, classB] = [classOf(a), classOf(b)];
  if (classA === EMPTY || classB === EMPTY) return classA === classB ? 0 : classA === EMPTY ? 1 : -1;
  const order = classA - classB || compareSame(a, b, classA);
  return descending ? -order : order;
}

const EMPTY = 4;

function classOf(value: unknown): number {
  if (value === null || value === undefined) return EMPTY;
  if (typeof value === 'boolean') return 0;
  if (typeof value === 'number') return 1;
  return typeof value === 'string' ? 2 : 3;
}

function compareSame(a: unknown, b: unknown, kind: number): number {
  if (kind <= 1) return Number(a) - Number(b) || 0;
  const [partsA, partsB] = kind === 2 ? [readParts(a), readParts(b)] : [[...JSON.stringify(a)], [...JSON.stringify(b)]];
  for (let at = 0; at < Math.min(partsA.length, partsB.length); at++) {
    const difference = compareParts(partsA[at] ?? '', partsB[at] ?? '', kind === 2);
    if (difference !== 0) return difference;
  }
  return partsA.length - partsB.length;
}

function readParts(text: unknown): readonly string[] {
  return folded(String(text)).match(/[0-9]+|./gsu) ?? [];
}

/** Compares numbers by value, and other parts by code point. */
function compareParts(a: string, b: string, numbers: boolean): number {
  const [digitsA, digitsB] = [/^[0-9]/.test(a), /^[0-9]/.test(b)];
  if (numbers && digitsA && digitsB) return BigInt(a) < BigInt(b) ? -1 : Number(BigInt(a) > BigInt(b));
  return (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0);
}

export async function listed(view: FleetView): Promise<number[]> {
  await until(view, () => view.settled);
  return Array.from({ length: view.rows.count }, (_, place) => view.rows.at(place));
}

export async function until(view: FleetView, done: () => boolean): Promise<void> {
  if (done()) return;
  await new Promise<void>((resolve) => {
    const leave = view.subscribe(() => {
      if (!done()) return;
      leave();
      resolve();
    });
  });
}
