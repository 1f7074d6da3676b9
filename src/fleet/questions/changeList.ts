import { sameCells } from '#fleet/join/sameCells.ts';
import { joinedLabels } from '#fleet/model/joined.ts';
import type { Changes, Listed } from './changes.ts';

/** Change of one field of a device. A new or removed device has no `field`. */
export type FieldChange = {
  id: unknown;
  kind: 'new' | 'gone' | 'changed';
  field: string;
  was: unknown;
  is: unknown;
};

type ChangeKind = { code: number; name: string; count: number };

/** Changes between two lists, one per field; entries are read on access. */
export type ChangeList = {
  readonly count: number;
  readonly kinds: readonly ChangeKind[];
  at: (place: number) => FieldChange;
  ofKind: (code: number) => Pick<ChangeList, 'count' | 'at'>;
};

/** Codes for new devices, connectivity and removed devices, in place of a column. */
const NEW = -1;
const CONNECTED = -2;
const GONE = -3;

/**
 * Lists every changed field in the order of the later list; removed devices come last. `connectivityName` is the name
 * for connectivity. Interruptible at every yield.
 */
export function* listChanges(
  earlier: Listed,
  later: Listed,
  { joined, before, gone }: Changes,
  connectivityName: string,
): Generator<void, ChangeList> {
  const fields = [
    ...new Set(
      [...later.fleet.columns, ...earlier.fleet.columns].filter(({ nested }) => !nested).map(({ name }) => name),
    ),
  ];
  const same = fields.map((field) => sameCells(earlier.fleet, later.fleet, field));
  /** Three numbers per entry: row in the earlier list, row in the later list (-1 for none), and field. */
  const entries: number[] = [];
  for (let row = 0; row < joined.bits.length; row++) {
    const old = before[row] as number; // as many as rows
    if (joined.bits[row] && old < 0) entries.push(-1, row, NEW);
    else if (joined.bits[row]) {
      const [was, is] = [earlier.connectivity?.codes[old], later.connectivity?.codes[row]];
      if (was && is && was !== is) entries.push(old, row, CONNECTED);
      for (const [index, equal] of same.entries()) if (!equal(old, row)) entries.push(old, row, index);
    }
    if ((row & 255) === 255) yield;
  }
  for (const row of gone.rows()) entries.push(row, -1, GONE);
  const at = (place: number): FieldChange => {
    const [old = -1, row = -1, field = NEW] = entries.slice(3 * place, 3 * place + 3);
    const read = ({ fleet, connectivity }: Listed, at: number) => {
      if (at < 0) return undefined;
      if (field === CONNECTED) return connectivity && joinedLabels(connectivity, at)[0];
      return fleet.value(at, fleet.columnOf(field < 0 ? 'name' : (fields[field] ?? '')));
    };
    const { fleet } = row < 0 ? earlier : later;
    return {
      id: fleet.value(row < 0 ? old : row, fleet.columnOf('deviceID')),
      kind: row < 0 ? 'gone' : old < 0 ? 'new' : 'changed',
      field: field === CONNECTED ? connectivityName : (fields[field] ?? ''),
      was: read(earlier, old),
      is: read(later, row),
    };
  };
  const names: Record<number, string> = { [NEW]: 'new', [GONE]: 'gone', [CONNECTED]: connectivityName };
  const kinds = [...countsOf(entries)].map(([code, count]) => ({
    code,
    name: names[code] ?? fields[code] ?? '',
    count,
  }));
  const ofKind = (code: number) => {
    const places = placesOf(entries, code);
    return { count: places.length, at: (place: number) => at(places[place] ?? 0) };
  };
  return { count: entries.length / 3, kinds, at, ofKind };
}

function countsOf(entries: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (let at = 2; at < entries.length; at += 3) {
    const code = entries[at] as number; // within bounds
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return counts;
}

function placesOf(entries: readonly number[], code: number): number[] {
  const places: number[] = [];
  for (let at = 2; at < entries.length; at += 3) if (entries[at] === code) places.push((at - 2) / 3);
  return places;
}
