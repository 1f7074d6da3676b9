import {
  CONNECTIVITY_FIELD,
  FAILED_CHECKS_FIELD,
  LAST_SEEN_FIELD,
  PASTED_LIST_FIELD,
  RECENT_DOCUMENTS_FIELD,
} from '#contract/device.ts';
import type { DocumentSource } from '#contract/hostConfig.ts';
import { type ConnectivityJoin, computeConnectivity, createUniformConnectivity } from '#fleet/model/connectivity.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { JoinedField } from '#fleet/model/joinedField.ts';
import { checkDevices } from '#fleet/queries/checks.ts';
import { countMatchingRows, countMatchingValues } from '#fleet/queries/countMatchingRows.ts';
import type { FacetCount } from '#fleet/queries/facets.ts';
import { joinNumbers } from '#fleet/queries/joinNumbers.ts';
import { FleetView } from '#fleet/shown/fleetView.ts';
import type { LastSeenData } from '#pipeline/run/fetchLastSeen.ts';
import { type DeviceListPlan, type DeviceListUse, getDeviceListKey, getJoinedFields } from './deviceListPlan.ts';
import type { DeviceRows } from './tileContent.ts';
import { TileError } from './tileError.ts';

const NOT_JOINED = 'A filter uses a field that is not known here.';

type DeviceListSource = {
  /** Requests a list. Called once per list. */
  fetchList: (plan: DeviceListPlan) => Promise<Fleet>;
  /** Requests the newest documents of all devices. Called at most once per source; undefined for the host's. */
  fetchLastSeen: (source: DocumentSource | undefined, withRecent: boolean) => Promise<LastSeenData>;
  /** Runs long work, in slices where a page must stay responsive. */
  run: <Result>(work: Generator<void, Result>) => Result | Promise<Result>;
};

/** Number of devices that a list shows, and the time of the list in ms. */
export type DeviceCount = { count: number; asOf: number };

/** Counts the devices of links with the code of the device list. Each list is requested once. */
export class TileListReader {
  readonly #source: DeviceListSource;
  readonly #plans: ReadonlyMap<string, DeviceListPlan>;
  readonly #needsRecent: boolean;
  readonly #lists = new Map<string, Promise<Fleet>>();
  readonly #joins = new Map<string, Promise<JoinedField>>();
  readonly #run: DeviceListSource['run'];
  readonly #lastSeen = new Map<string, Promise<LastSeenData>>();

  constructor(plans: ReadonlyMap<string, DeviceListPlan>, uses: readonly DeviceListUse[], source: DeviceListSource) {
    this.#plans = plans;
    this.#source = source;
    this.#run = source.run;
    this.#needsRecent = uses.some((use) => getJoinedFields(use).includes(RECENT_DOCUMENTS_FIELD));
  }

  /** @throws TileError, and any error of the source */
  async count(use: DeviceListUse): Promise<DeviceCount> {
    const { fleet, joined } = await this.#load(use);
    const count = fleet.count === 0 ? 0 : await this.#run(countMatchingRows(toView(fleet, joined), use.state));
    if (count === undefined) throw new TileError(NOT_JOINED);
    return { count, asOf: fleet.fetchedAt };
  }

  /**
   * Counts the devices of a link per value of a field, most frequent first.
   * @throws TileError, and any error of the source
   */
  async countBy(use: DeviceListUse & { by: string }): Promise<{ counts: readonly FacetCount[]; asOf: number }> {
    const { fleet, joined } = await this.#load(use);
    const counts =
      fleet.count === 0 ? [] : await this.#run(countMatchingValues(toView(fleet, joined), use.state, use.by));
    if (counts === undefined) throw new TileError(NOT_JOINED);
    if (counts === null) throw new TileError(`The field ${use.by} has numbers or too many different values to count.`);
    return { counts, asOf: fleet.fetchedAt };
  }

  /**
   * Reads the first devices of a link, in its order.
   * @throws TileError, and any error of the source
   */
  async readRows(
    use: DeviceListUse & { columns: readonly string[] },
    top: number,
  ): Promise<DeviceRows & { asOf: number }> {
    const { fleet, joined } = await this.#load(use);
    const view = new FleetView(fleet);
    for (const [field, values] of joined) view.setJoined(field, values);
    view.setRequest(use.state);
    await waitUntilSettled(view);
    const { snapshot } = view;
    const fields = use.columns.filter((field) => joined.has(field) || fleet.findColumn(field) >= 0);
    const columns = fields.map((field) => fleet.findColumn(field));
    const rows = Array.from({ length: Math.min(top, snapshot.rows.count) }, (_, at) => {
      const row = snapshot.rows.at(at);
      return fields.map(
        (field, place) => snapshot.getJoinedValue(field, row) ?? fleet.getValue(row, columns[place] ?? -1),
      );
    });
    return { kind: 'devices', fields, rows, asOf: fleet.fetchedAt };
  }

  async #load(use: DeviceListUse): Promise<{ fleet: Fleet; joined: ReadonlyMap<string, JoinedField> }> {
    const fleet = await this.#getList(use.state.request);
    const joined = new Map<string, JoinedField>();
    for (const field of fleet.count === 0 ? [] : getJoinedFields(use)) {
      joined.set(field, await this.#getJoin(use, fleet, field));
    }
    const { by } = use;
    if (by !== undefined && fleet.count > 0 && !joined.has(by) && fleet.findColumn(by) < 0)
      throw new TileError(`No device has the field ${by}.`);
    return { fleet, joined };
  }

  #getList(request: DeviceListUse['state']['request']): Promise<Fleet> {
    const key = getDeviceListKey(request);
    const list = this.#lists.get(key) ?? this.#source.fetchList(this.#plans.get(key) ?? { request, only: undefined });
    this.#lists.set(key, list);
    return list;
  }

  #getJoin(use: DeviceListUse, fleet: Fleet, field: string): Promise<JoinedField> {
    const key = JSON.stringify([getDeviceListKey(use.state.request), field, use.state.source]);
    const join = this.#joins.get(key) ?? this.#computeJoin(use, fleet, field);
    this.#joins.set(key, join);
    return join;
  }

  async #computeJoin(use: DeviceListUse, fleet: Fleet, field: string): Promise<JoinedField> {
    if (field === CONNECTIVITY_FIELD) return this.#computeConnectivity(use, fleet);
    if (field === FAILED_CHECKS_FIELD) {
      const connectivity = await this.#computeConnectivity(use, fleet);
      const { joined } = await this.#run(checkDevices(fleet, fleet.fetchedAt, connectivity));
      return { ...joined, usesConnectivity: true };
    }
    if (field === PASTED_LIST_FIELD)
      throw new TileError('The link filters by the pasted list, which exists only in the console.');
    const { source } = use.state;
    const key = JSON.stringify(source) ?? '';
    const data = this.#lastSeen.get(key) ?? this.#source.fetchLastSeen(source, this.#needsRecent);
    this.#lastSeen.set(key, data);
    const { id, lastSeen, recent = new Map<string, number>() } = await data;
    const numbers = field === LAST_SEEN_FIELD ? lastSeen : recent;
    return this.#run(joinNumbers(fleet, { field, numbers, missing: 0, source: id }));
  }

  async #computeConnectivity({ state: { request } }: DeviceListUse, fleet: Fleet): Promise<ConnectivityJoin> {
    if (request.filter) return createUniformConnectivity(fleet, request.filter === 'online');
    return this.#run(computeConnectivity(fleet, await this.#getList({ ...request, filter: 'online' })));
  }
}

function toView(fleet: Fleet, joined: ReadonlyMap<string, JoinedField>) {
  return { fleet, getJoined: (field: string) => joined.get(field) };
}

function waitUntilSettled(view: FleetView): Promise<void> {
  return new Promise((resolve) => {
    const stop = view.subscribe(check);
    function check() {
      if (!view.isSettled || view.snapshot.unsorted) return;
      // the subscription is known only after `subscribe` returns
      queueMicrotask(() => stop());
      resolve();
    }
    check();
  });
}

/** Runs work at once, which is right where nothing else waits. */
export function runToEnd<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
