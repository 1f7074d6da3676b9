import { createCellComparer } from '#fleet/join/createCellComparer.ts';
import { getJoinedFieldLabels } from '#fleet/model/joinedField.ts';
import type { FleetChanges, FleetWithConnectivity } from './compareFleets.ts';

export type DeviceFieldChange = {
  id: unknown;
  kind: 'new' | 'gone' | 'changed';
  field: string;
  was: unknown;
  is: unknown;
};

type ChangeListKind = { code: number; name: string; count: number };

export type FieldChangeList = {
  readonly count: number;
  readonly kinds: readonly ChangeListKind[];
  at: (position: number) => DeviceFieldChange;
  getByKind: (code: number) => Pick<FieldChangeList, 'count' | 'at'>;
};

const ADDED = -1;
const CONNECTIVITY_CHANGED = -2;
const REMOVED = -3;

export function* listFieldChanges(
  earlier: FleetWithConnectivity,
  later: FleetWithConnectivity,
  { joined, earlierRows, removed }: FleetChanges,
  connectivityName: string,
): Generator<void, FieldChangeList> {
  const fields = [
    ...new Set(
      [...later.fleet.columns, ...earlier.fleet.columns].filter(({ nested }) => !nested).map(({ name }) => name),
    ),
  ];
  const same = fields.map((field) => createCellComparer(earlier.fleet, later.fleet, field));
  const entries: number[] = [];
  for (let row = 0; row < joined.bits.length; row++) {
    const old = earlierRows[row] as number; // as many as rows
    if (joined.bits[row] && old < 0) entries.push(-1, row, ADDED);
    else if (joined.bits[row]) {
      const [was, is] = [earlier.connectivity?.codes[old], later.connectivity?.codes[row]];
      if (was && is && was !== is) entries.push(old, row, CONNECTIVITY_CHANGED);
      for (const [index, equal] of same.entries()) if (!equal(old, row)) entries.push(old, row, index);
    }
    if ((row & 255) === 255) yield;
  }
  for (const row of removed.values()) entries.push(row, -1, REMOVED);
  const at = (place: number): DeviceFieldChange => {
    const [old = -1, row = -1, field = ADDED] = entries.slice(3 * place, 3 * place + 3);
    const read = ({ fleet, connectivity }: FleetWithConnectivity, at: number) => {
      if (at < 0) return undefined;
      if (field === CONNECTIVITY_CHANGED) return connectivity && getJoinedFieldLabels(connectivity, at)[0];
      return fleet.getValue(at, fleet.findColumn(field < 0 ? 'name' : (fields[field] ?? '')));
    };
    const { fleet } = row < 0 ? earlier : later;
    return {
      id: fleet.getValue(row < 0 ? old : row, fleet.findColumn('deviceID')),
      kind: row < 0 ? 'gone' : old < 0 ? 'new' : 'changed',
      field: field === CONNECTIVITY_CHANGED ? connectivityName : (fields[field] ?? ''),
      was: read(earlier, old),
      is: read(later, row),
    };
  };
  const names: Record<number, string> = { [ADDED]: 'new', [REMOVED]: 'gone', [CONNECTIVITY_CHANGED]: connectivityName };
  const kinds = [...countByCode(entries)].map(([code, count]) => ({
    code,
    name: names[code] ?? fields[code] ?? '',
    count,
  }));
  const ofKind = (code: number) => {
    const places = findEntriesByCode(entries, code);
    return { count: places.length, at: (place: number) => at(places[place] ?? 0) };
  };
  return { count: entries.length / 3, kinds, at, getByKind: ofKind };
}

function countByCode(entries: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (let at = 2; at < entries.length; at += 3) {
    const code = entries[at] as number; // within bounds
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return counts;
}

function findEntriesByCode(entries: readonly number[], code: number): number[] {
  const places: number[] = [];
  for (let at = 2; at < entries.length; at += 3) if (entries[at] === code) places.push((at - 2) / 3);
  return places;
}
