import type { Connection } from '#api/connection.ts';
import { loadJoins } from '#api/list/loadJoins.ts';
import { shownFleetOf } from '#api/list/shownFleet.ts';
import type { DevicesRequest } from '#contract/device.ts';

import { JOINED } from '#fleet/model/joined.ts';
import { FleetView, type ViewRequest } from '#fleet/shown/fleetView.ts';
import { selectedRows } from '#fleet/shown/selectedIds.ts';
import type { Selection } from '#fleet/shown/selection.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import type { TaskContext } from '#lib/tasks/backgroundTask.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';

export type RowsSource = {
  connection: Connection;
  request: DevicesRequest;
  view: ViewSnapshot;
  /** Filters and order of the view, used to find its rows again. */
  asked: ViewRequest & { onlySelected: boolean };
  selection: Pick<Selection, 'snapshot'> | undefined;
  selected: boolean;
  /** Joined fields that the file needs and that are still loading. */
  awaited: readonly string[];
  unknown: readonly string[];
};

const NAMES: Readonly<Record<string, string>> = { check: 'the checks', inventory: 'your list' };

export type FoundRows = { view: ViewSnapshot; rows: ViewSnapshot['rows']; notKnown: readonly string[] };

export function nameJoins(fields: readonly string[]): string {
  return fields.map((field) => NAMES[field] ?? field).join(' and ');
}

export async function findRows(
  source: RowsSource,
  hands: Pick<TaskContext<never>, 'signal' | 'setWarning' | 'waitFor'>,
): Promise<FoundRows> {
  const { view, awaited, unknown } = source;
  if (awaited.length === 0) return { view, rows: await chooseRows(source, view), notKnown: unknown };
  const names = nameJoins(awaited);
  const wait = { text: `Waiting for ${names}`, skipLabel: `Export without ${names}` };
  const stop = new AbortController();
  const loaded = loadJoins({ ...source, fleet: view.fleet, shown: shownFleetOf(source.connection.id) }, awaited, {
    signal: AbortSignal.any([hands.signal, stop.signal]),
    onError: (error) => hands.setWarning(error && `Could not load ${names}: ${error.message.replace(/\.$/, '')}`),
  });
  loaded.catch(() => undefined);
  const isKnown = await hands.waitFor(wait, loaded);
  stop.abort();
  const found = await findAgain(source);
  return { view: found, rows: await chooseRows(source, found), notKnown: isKnown ? unknown : [...awaited, ...unknown] };
}

/** Applies the same filters and order again with all joined data; independent of the displayed view. */
async function findAgain({ connection, view: { fleet }, asked, selection }: RowsSource): Promise<ViewSnapshot> {
  const { search, facets, ranges, sort, onlySelected } = asked;
  const shown = shownFleetOf(connection.id);
  const view = new FleetView(fleet);
  for (const field of JOINED) view.join(field, shown.joinedTo(fleet, field));
  view.set({ search, facets, ranges, sort, sets: onlySelected && selection ? [selection.snapshot()] : undefined });
  await new Promise<void>((resolve) => {
    const check = () => {
      if (!view.settled || view.snapshot.unsorted) return;
      leave();
      resolve();
    };
    const leave = view.subscribe(check);
    queueMicrotask(check);
  });
  return view.snapshot;
}

function chooseRows(
  { selection, selected }: RowsSource,
  view: ViewSnapshot,
): Promise<ViewSnapshot['rows']> | ViewSnapshot['rows'] {
  if (!selected || !selection) return view.rows;
  return new Promise((resolve) => {
    function* choose(own: Pick<Selection, 'snapshot'>): Generator<void> {
      resolve(yield* selectedRows(view, own));
    }
    new TimeSlicer().run(choose(selection));
  });
}
