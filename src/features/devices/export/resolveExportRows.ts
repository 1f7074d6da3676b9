import type { Connection } from '#api/connection.ts';
import { ensureJoinedFields } from '#api/list/ensureJoinedFields.ts';
import { createFleetStoreRegistry } from '#api/list/fleetStoreRegistry.ts';
import { createQueryClient } from '#api/queryClient.ts';
import { type DevicesRequest, isFieldFromDocuments, JOINED_FIELDS, RECENT_DOCUMENTS_FIELD } from '#contract/device.ts';
import type { FleetStore } from '#fleet/shown/fleetStore.ts';
import { FleetView, type ViewRequest } from '#fleet/shown/fleetView.ts';
import type { RowSelection } from '#fleet/shown/rowSelection.ts';
import { listSelectedRowsInView } from '#fleet/shown/selectedRows.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { startLastSeenRequest } from '#lastSeen/lastSeenQuery.ts';
import type { TaskContext } from '#lib/tasks/backgroundTask.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import type { LastSeenSpec } from '#pipeline/run/lastSeenSpec.ts';
import type { ServiceContainer } from '#services/serviceContainer.ts';

export type ExportRowsSource = {
  connection: Connection;
  request: DevicesRequest;
  lastSeen: LastSeenSpec | undefined;
  view: ViewSnapshot;
  viewRequest: ViewRequest & { onlySelected: boolean };
  selection: Pick<RowSelection, 'snapshot'> | undefined;
  selected: boolean;
  awaitedJoins: readonly string[];
  unknownJoins: readonly string[];
};

const JOIN_NAMES: Readonly<Record<string, string>> = {
  check: 'the checks',
  inventory: 'your list',
};

export type ExportRows = { view: ViewSnapshot; rows: ViewSnapshot['rows']; missingJoins: readonly string[] };

export function formatJoinedFieldNames(fields: readonly string[]): string {
  return fields.map((field) => JOIN_NAMES[field] ?? field).join(' and ');
}

export async function resolveExportRows(
  services: ServiceContainer,
  source: ExportRowsSource,
  task: Pick<TaskContext<never>, 'signal' | 'setWarning' | 'waitFor'>,
): Promise<ExportRows> {
  const { view, awaitedJoins, unknownJoins } = source;
  if (awaitedJoins.length === 0) return { view, rows: await selectRows(source, view), missingJoins: unknownJoins };
  const shown = services.get(createFleetStoreRegistry).get(source.connection.id);
  const names = formatJoinedFieldNames(awaitedJoins);
  const waitOptions = {
    text: `Waiting for ${names}`,
    skipLabel: `Export without ${names}`,
  };
  const abortController = new AbortController();
  const target = { ...source, queryClient: services.get(createQueryClient), fleet: view.fleet, shown };
  const onError = (error: Error | undefined) =>
    task.setWarning(error && `Could not load ${names}: ${error.message.replace(/\.$/, '')}`);
  const { lastSeen: spec } = source;
  const withRecent = awaitedJoins.includes(RECENT_DOCUMENTS_FIELD);
  const loaded = ensureJoinedFields(target, awaitedJoins, {
    signal: AbortSignal.any([task.signal, abortController.signal]),
    onError,
    startOther: (field) =>
      spec && isFieldFromDocuments(field)
        ? startLastSeenRequest(target, spec, { withRecent, onError })
        : () => undefined,
  });
  loaded.catch(() => undefined);
  const isKnown = await task.waitFor(waitOptions, loaded);
  abortController.abort();
  const found = await reapplyFilters(source, shown);
  return {
    view: found,
    rows: await selectRows(source, found),
    missingJoins: isKnown ? unknownJoins : [...awaitedJoins, ...unknownJoins],
  };
}

async function reapplyFilters(
  { view: { fleet }, viewRequest, selection }: ExportRowsSource,
  shown: FleetStore,
): Promise<ViewSnapshot> {
  const { search, facets, ranges, sort, onlySelected } = viewRequest;
  const view = new FleetView(fleet);
  for (const field of JOINED_FIELDS) view.setJoined(field, shown.getJoined(fleet, field));
  view.setRequest({
    search,
    facets,
    ranges,
    sort,
    sets: onlySelected && selection ? [selection.snapshot()] : undefined,
  });
  await new Promise<void>((resolve) => {
    const check = () => {
      if (!view.isSettled || view.snapshot.unsorted) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = view.subscribe(check);
    queueMicrotask(check);
  });
  return view.snapshot;
}

function selectRows(
  { selection, selected }: ExportRowsSource,
  view: ViewSnapshot,
): Promise<ViewSnapshot['rows']> | ViewSnapshot['rows'] {
  if (!selected || !selection) return view.rows;
  return new Promise((resolve) => {
    function* choose(own: Pick<RowSelection, 'snapshot'>): Generator<void> {
      resolve(yield* listSelectedRowsInView(view, own));
    }
    new TimeSlicer().run(choose(selection));
  });
}
