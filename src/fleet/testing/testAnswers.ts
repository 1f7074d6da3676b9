import type { FleetView } from '#fleet/shown/fleetView.ts';

/** What filters and orders mean, written down once more in the plainest way: the engine is compared with it. */

export type Plain = Record<string, unknown>;

/** Columns of text: those of the interface, and others whose first value that is not null is text. */
function textFields(plain: readonly Plain[]): string[] {
  const further = ['extra', 'toString'].filter((field) => {
    const first = plain.map((one) => own(one, field)).find((value) => value !== undefined && value !== null);
    return typeof first === 'string';
  });
  return ['deviceID', 'productID', 'name', 'admin', ...further];
}

export function contains(plain: readonly Plain[], row: number, search: string): boolean {
  if (search === '') return true;
  const texts = textFields(plain).map((field) => own(plain[row], field));
  return texts.some((text) => typeof text === 'string' && text.toLowerCase().includes(search.toLowerCase()));
}

type Asked = { field: string; text: string; exact: boolean };

export function matches(plain: readonly Plain[], row: number, { field, text, exact }: Asked): boolean {
  const fields = field === '' ? textFields(plain) : [field];
  const found = fields.some((name) => {
    const value = own(plain[row], name);
    const isText = textFields(plain).includes(name);
    if (isText && typeof value !== 'string') return false;
    if (typeof value === 'boolean') {
      const words = name === 'paired' ? ['unpaired', 'paired'] : ['no', 'yes'];
      const said = [String(value), words[Number(value)]];
      return said.some((word) => (exact ? word === text : word?.startsWith(text)));
    }
    const written =
      typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
    return exact ? written.toLowerCase() === text : written.toLowerCase().includes(text);
  });
  const times = ['registeredAt', 'lastPairedAt'].filter((name) => field === '' || field === name);
  return found || (text === 'never' && times.some((name) => !own(plain[row], name)));
}

export function own(record: Plain | undefined, field: string): unknown {
  return record && Object.hasOwn(record, field) ? record[field] : undefined;
}

export function facetValue(record: Plain | undefined, field: string): string {
  const value = own(record, field);
  const right = field === 'paired' ? typeof value === 'boolean' : typeof value === 'string';
  return right ? String(value) : '';
}

/** 0 as a time is never, which is no value. */
export function sortValue(record: Plain | undefined, field: string): unknown {
  const value = own(record, field);
  return field.endsWith('At') && value === 0 ? undefined : value;
}

/** The order that `orderOf` describes, written down once more in the plainest way. */
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
  const [textA, textB] =
    kind === 2 ? [String(a).toLowerCase(), String(b).toLowerCase()] : [JSON.stringify(a), JSON.stringify(b)];
  const [pointsA, pointsB] = [[...textA], [...textB]];
  for (let at = 0; at < Math.min(pointsA.length, pointsB.length); at++) {
    const difference = (pointsA[at]?.codePointAt(0) ?? 0) - (pointsB[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return pointsA.length - pointsB.length;
}

/** The rows that a view shows, once it knows them all. */
export async function listed(view: FleetView): Promise<number[]> {
  await until(view, () => view.settled);
  return Array.from({ length: view.rows.count }, (_, place) => view.rows.at(place));
}

/** Waits for work that was too long for its first slice. */
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
