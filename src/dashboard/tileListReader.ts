import { JOINED_CONNECTIVITY_FIELD, LAST_SEEN_FIELD, RECENT_DOCUMENTS_FIELD } from '#contract/device.ts';
import { type ConnectivityJoin, computeConnectivity, createUniformConnectivity } from '#fleet/model/connectivity.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { JOINED_CHECK_FIELD, JOINED_INVENTORY_FIELD, type JoinedField } from '#fleet/model/joinedField.ts';
import { checkDevices } from '#fleet/queries/checks.ts';
import { countMatchingRows } from '#fleet/queries/countMatchingRows.ts';
import { joinNumbers } from '#fleet/queries/joinNumbers.ts';
import type { LastSeenData } from '#pipeline/run/fetchLastSeen.ts';
import { type DeviceListPlan, type DeviceListUse, getDeviceListKey, getJoinedFields } from './deviceListPlan.ts';
import { dashboardMessages } from './messages.ts';
import { TileError } from './tileError.ts';

type DeviceListSource = {
  /** Requests a list. Called once per list. */
  fetchList: (plan: DeviceListPlan) => Promise<Fleet>;
  /** Requests the newest documents of all devices. Called at most once. */
  fetchLastSeen: (withRecent: boolean) => Promise<LastSeenData>;
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
  #lastSeen: Promise<LastSeenData> | undefined;

  constructor(plans: ReadonlyMap<string, DeviceListPlan>, uses: readonly DeviceListUse[], source: DeviceListSource) {
    this.#plans = plans;
    this.#source = source;
    this.#needsRecent = uses.some((use) => getJoinedFields(use).includes(RECENT_DOCUMENTS_FIELD));
  }

  /** @throws TileError, and any error of the source */
  async count(use: DeviceListUse): Promise<DeviceCount> {
    const { request, search, facets, ranges } = use.state;
    const fleet = await this.#getList(request);
    const joined = new Map<string, JoinedField>();
    for (const field of fleet.count === 0 ? [] : getJoinedFields(use)) {
      joined.set(field, await this.#getJoin(use, fleet, field));
    }
    const { by } = use;
    if (by !== undefined && fleet.count > 0 && !joined.has(by) && fleet.findColumn(by) < 0)
      throw new TileError(dashboardMessages.fieldUnknown(by));
    const view = { fleet, getJoined: (field: string) => joined.get(field) };
    const count = fleet.count === 0 ? 0 : runToEnd(countMatchingRows(view, { search, facets, ranges }));
    if (count === undefined) throw new TileError(dashboardMessages.fieldNotJoined);
    return { count, asOf: fleet.fetchedAt };
  }

  #getList(request: DeviceListUse['state']['request']): Promise<Fleet> {
    const key = getDeviceListKey(request);
    const list = this.#lists.get(key) ?? this.#source.fetchList(this.#plans.get(key) ?? { request, only: undefined });
    this.#lists.set(key, list);
    return list;
  }

  #getJoin(use: DeviceListUse, fleet: Fleet, field: string): Promise<JoinedField> {
    const key = JSON.stringify([getDeviceListKey(use.state.request), field]);
    const join = this.#joins.get(key) ?? this.#computeJoin(use, fleet, field);
    this.#joins.set(key, join);
    return join;
  }

  async #computeJoin(use: DeviceListUse, fleet: Fleet, field: string): Promise<JoinedField> {
    if (field === JOINED_CONNECTIVITY_FIELD) return this.#computeConnectivity(use, fleet);
    if (field === JOINED_CHECK_FIELD) {
      const { joined } = runToEnd(checkDevices(fleet, fleet.fetchedAt, await this.#computeConnectivity(use, fleet)));
      return { ...joined, usesConnectivity: true };
    }
    if (field === JOINED_INVENTORY_FIELD) throw new TileError(dashboardMessages.inventoryUnknown);
    this.#lastSeen ??= this.#source.fetchLastSeen(this.#needsRecent);
    const { id, lastSeen, recent = new Map<string, number>() } = await this.#lastSeen;
    const numbers = field === LAST_SEEN_FIELD ? lastSeen : recent;
    return runToEnd(joinNumbers(fleet, { field, numbers, missing: 0, source: id }));
  }

  async #computeConnectivity({ state: { request } }: DeviceListUse, fleet: Fleet): Promise<ConnectivityJoin> {
    if (request.filter) return createUniformConnectivity(fleet, request.filter === 'online');
    return runToEnd(computeConnectivity(fleet, await this.#getList({ ...request, filter: 'online' })));
  }
}

function runToEnd<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
