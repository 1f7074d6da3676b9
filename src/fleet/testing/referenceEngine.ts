import type { FleetView } from '#fleet/shown/fleetView.ts';

export type PlainRecord = Record<string, unknown>;

const EXTRA_FIELDS = ['extra', 'note', 'toString'];

const NESTED_DEPTH = 3;

function findFirstValue(plain: readonly PlainRecord[], field: string): unknown {
  return plain.map((one) => getOwnValue(one, field)).find((value) => value !== undefined && value !== null);
}

function getTextFields(plain: readonly PlainRecord[]): string[] {
  const further = EXTRA_FIELDS.filter((field) => typeof findFirstValue(plain, field) === 'string');
  return ['deviceID', 'productID', 'name', 'admin', ...further];
}

export function includesText(plain: readonly PlainRecord[], row: number, search: string): boolean {
  if (foldText(search) === '') return true;
  return getTexts(plain, row).some((text) => foldText(text).includes(foldText(search)));
}

function getTexts(plain: readonly PlainRecord[], row: number): string[] {
  const values = [
    ...Object.values(plain[row] ?? {}),
    ...EXTRA_FIELDS.flatMap((field) => getNestedValues(plain, row, [field])),
  ];
  return values.filter((value) => typeof value === 'string');
}

function getNestedValues(plain: readonly PlainRecord[], row: number, path: readonly string[]): unknown[] {
  const value = getValueAt(plain[row], path);
  const first = plain.map((one) => getValueAt(one, path)).find((other) => other !== undefined && other !== null);
  if (!isObject(value) || typeof first !== 'object' || path.length > NESTED_DEPTH) return [];
  return Object.keys(value).flatMap((name) => [value[name], ...getNestedValues(plain, row, [...path, name])]);
}

function getValueAt(record: PlainRecord | undefined, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? getOwnValue(value, name) : undefined), record);
}

function isObject(value: unknown): value is PlainRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const FOLDED_LETTERS: PlainRecord = {
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

function foldText(text: string): string {
  return Array.from(text.toLowerCase(), (letter) => {
    if (Object.hasOwn(FOLDED_LETTERS, letter)) return FOLDED_LETTERS[letter];
    if (!/[\u00df-\u03ff\u1e00-\u1fff]/.test(letter)) return letter;
    return letter.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  }).join('');
}

type FieldTerm = { field: string; text: string; exact: boolean };

export function isTermMatch(plain: readonly PlainRecord[], row: number, { field, text, exact }: FieldTerm): boolean {
  const fits = (written: string) => (exact ? foldText(written) === text : foldText(written).includes(text));
  const inField = () => {
    const value = getOwnValue(plain[row], field);
    if (getTextFields(plain).includes(field) && typeof value !== 'string') return false;
    if (typeof value === 'boolean') {
      const words = field === 'paired' ? ['unpaired', 'paired'] : ['no', 'yes'];
      const said = [String(value), words[Number(value)]];
      return said.some((word) => (exact ? word === text : word?.startsWith(text)));
    }
    const written =
      typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
    return fits(written);
  };
  const found = field === '' ? getTexts(plain, row).some(fits) : inField();
  const times = ['registeredAt', 'lastPairedAt'].filter((name) => field === '' || field === name);
  return found || (text === 'never' && times.some((name) => !getOwnValue(plain[row], name)));
}

export function getOwnValue(record: PlainRecord | undefined, field: string): unknown {
  return record && Object.hasOwn(record, field) ? record[field] : undefined;
}

export function getFacetValue(record: PlainRecord | undefined, field: string): string {
  const value = getOwnValue(record, field);
  const expected = field === 'paired' ? 'boolean' : 'string';
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === expected && !/^(text|number|boolean|json):/.test(String(value))) return String(value);
  if (typeof value === 'object') return `json:${JSON.stringify(value)}`;
  return `${typeof value === 'string' ? 'text' : typeof value}:${value}`;
}

export function getSortValue(record: PlainRecord | undefined, field: string): unknown {
  const value = getOwnValue(record, field);
  return field.endsWith('At') && value === 0 ? undefined : value;
}

export function compareValues(a: unknown, b: unknown, descending: boolean): number {
  const [classA, classB] = [getTypeClass(a), getTypeClass(b)];
  if (classA === EMPTY_CLASS || classB === EMPTY_CLASS) return classA === classB ? 0 : classA === EMPTY_CLASS ? 1 : -1;
  const order = classA - classB || compareSameClass(a, b, classA);
  return descending ? -order : order;
}

const EMPTY_CLASS = 4;

function getTypeClass(value: unknown): number {
  if (value === null || value === undefined) return EMPTY_CLASS;
  if (typeof value === 'boolean') return 0;
  if (typeof value === 'number') return 1;
  return typeof value === 'string' ? 2 : 3;
}

function compareSameClass(a: unknown, b: unknown, kind: number): number {
  if (kind <= 1) return Number(a) - Number(b) || 0;
  const [partsA, partsB] =
    kind === 2 ? [splitParts(a), splitParts(b)] : [[...JSON.stringify(a)], [...JSON.stringify(b)]];
  for (let at = 0; at < Math.min(partsA.length, partsB.length); at++) {
    const difference = compareParts(partsA[at] ?? '', partsB[at] ?? '', kind === 2);
    if (difference !== 0) return difference;
  }
  return partsA.length - partsB.length;
}

function splitParts(text: unknown): readonly string[] {
  return foldText(String(text)).match(/[0-9]+|./gsu) ?? [];
}

function compareParts(a: string, b: string, numbers: boolean): number {
  const [digitsA, digitsB] = [/^[0-9]/.test(a), /^[0-9]/.test(b)];
  if (numbers && digitsA && digitsB) return BigInt(a) < BigInt(b) ? -1 : Number(BigInt(a) > BigInt(b));
  return (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0);
}

export async function waitForViewRows(view: FleetView): Promise<number[]> {
  await waitForViewState(view, () => view.isSettled);
  return Array.from({ length: view.rows.count }, (_, place) => view.rows.at(place));
}

export async function waitForViewState(view: FleetView, isDone: () => boolean): Promise<void> {
  if (isDone()) return;
  await new Promise<void>((resolve) => {
    const leave = view.subscribe(() => {
      if (!isDone()) return;
      leave();
      resolve();
    });
  });
}
