import type { RowIndices } from '#fleet/filter/rowIndices.ts';
import { IdIndex } from '#fleet/join/idIndex.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { RowSet } from '#fleet/select/rowSet.ts';
import { Emitter } from '#lib/emitter.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';

/**
 * Selected rows of a fleet, independent of filters. Once the fleet is complete, the selection of the previous list is
 * transferred by ID.
 */
export class RowSelection {
  readonly fleet: Fleet;
  version = 0;
  removedCount = 0;
  previous: RowSelection | undefined;
  private readonly rows = new RowSet();
  private readonly slices = new TimeSlicer();
  private readonly listeners = new Emitter(() => this.handleSubscribe());
  private countCache: { rows: RowIndices; version: number; countSelectedIn: number } | undefined;

  constructor(fleet: Fleet, before?: RowSelection) {
    this.fleet = fleet;
    // if the previous list was left before its rows were found, the one before it is the source
    const source = before?.count === 0 ? before.previous : before;
    if (source && source.count > 0) this.previous = source;
  }

  get count(): number {
    return this.rows.count;
  }

  has(row: number): boolean {
    return this.rows.has(row);
  }

  select(list: RowIndices, on: boolean, from = 0, to = list.count - 1): void {
    if (list.count === 0) return;
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    // a view with as many rows as the fleet contains all of them
    if (last - first + 1 === this.fleet.count) {
      if (on) this.rows.fill(this.fleet.count);
      else this.rows.clear();
    } else for (let place = first; place <= last; place++) this.rows.set(list.at(place), on);
    this.notify();
  }

  invert(list: RowIndices): void {
    for (let place = 0; place < list.count; place++) {
      const row = list.at(place);
      this.rows.set(row, !this.rows.has(row));
    }
    this.notify();
  }

  clear(): void {
    this.rows.clear();
    this.previous = undefined;
    this.removedCount = 0;
    this.notify();
  }

  countSelected(list: RowIndices): number {
    if (this.count === 0) return 0;
    if (list.count === this.fleet.count) return this.count;
    if (this.countCache?.rows === list && this.countCache.version === this.version)
      return this.countCache.countSelectedIn;
    let among = 0;
    for (let place = 0; place < list.count; place++) if (this.rows.has(list.at(place))) among++;
    this.countCache = { rows: list, version: this.version, countSelectedIn: among };
    return among;
  }

  snapshot(): RowSet {
    return this.rows.clone();
  }

  readonly subscribe = this.listeners.subscribe;

  private handleSubscribe(): () => void {
    if (!this.previous) return () => {};
    const stop = this.fleet.subscribe(() => this.carryOverWhenLoaded());
    this.carryOverWhenLoaded();
    return () => {
      stop();
      this.slices.cancel();
    };
  }

  private carryOverWhenLoaded(): void {
    if (this.previous && this.fleet.state !== 'reading' && !this.slices.isBusy) this.slices.run(this.carryOver());
  }

  private *carryOver(): Generator<void> {
    for (let source = this.previous; source; source = this.previous) {
      const { version } = source;
      const carried = yield* findCarriedRows(source.fleet, source.rows, this.fleet);
      // the selection, or the previous one, may have changed in the meantime
      if (this.previous !== source || source.version !== version) continue;
      this.removedCount = source.count - carried.count;
      for (const row of carried.values()) this.rows.set(row, true);
      this.previous = undefined;
      this.notify();
    }
  }

  private notify(): void {
    this.version++;
    this.listeners.emit();
  }
}

function* findCarriedRows(from: Fleet, rows: RowSet, to: Fleet): Generator<void, RowSet> {
  const index = new IdIndex(from, rows);
  yield* index.build();
  const wanted = new RowSet();
  const further = new Map<number, RowSet>();
  const carried = new RowSet();
  yield* visitOccurrences(from, index, (row, known, nth) => {
    if (!rows.has(row)) return;
    if (nth === 0) wanted.set(known, true);
    else {
      const ranks = further.get(known) ?? new RowSet();
      ranks.set(nth, true);
      further.set(known, ranks);
    }
  });
  yield* visitOccurrences(to, index, (row, known, nth) => {
    carried.set(row, nth === 0 ? wanted.has(known) : (further.get(known)?.has(nth) ?? false));
  });
  return carried;
}

function* visitOccurrences(
  fleet: Fleet,
  index: IdIndex,
  visit: (row: number, known: number, nth: number) => void,
): Generator<void> {
  const column = fleet.findColumn('deviceID');
  const seen = new Uint32Array(index.rowCount);
  for (let row = 0; row < fleet.count; row++) {
    const known = index.findRowWithSameId(fleet, column, row);
    if (known >= 0) visit(row, known, (seen[known] as number)++); // a row of the index's own fleet
    if ((row & 1023) === 1023) yield;
  }
}
