import { Fleet } from '#fleet/model/fleet.ts';
import type { JoinedField } from '#fleet/model/joinedField.ts';
import { Emitter } from '#lib/emitter.ts';
import {
  type FleetStoreEvent,
  type FleetStoreState,
  findPendingVersion,
  transitionFleetStore,
} from './fleetStoreState.ts';
import { type FleetDisplayQuery, FleetVersion } from './fleetVersion.ts';
import { FleetView } from './fleetView.ts';
import type { RowSelection } from './rowSelection.ts';
import type { SuspiciousUpdate } from './suspiciousUpdate.ts';
import type { ViewSnapshot } from './viewSnapshot.ts';

/**
 * Decides which version of a device list is displayed. A complete list stays until the next complete one has its rows,
 * selection and joined fields. While updates are held, a new version waits for `applyUpdate`; a suspicious one waits
 * for the user's decision. Repeated values are ignored, and subscribers are notified asynchronously.
 */
export class FleetStore {
  private state: FleetStoreState<FleetVersion> = { kind: 'empty', current: createEmptyVersion(), holdsUpdates: false };
  private readonly released = new WeakSet<Fleet>();
  /**
   * Versions are kept as long as their lists, so that the selection is restored after a visit to the page of a device.
   */
  private readonly versions = new WeakMap<Fleet, FleetVersion>();
  private request: FleetDisplayQuery = { search: '', facets: {}, sort: [], onlySelected: false, needs: [] };
  private facetFields: readonly string[] = [];
  private cachedSnapshot: FleetStoreSnapshot | undefined;
  private readonly listeners = new Emitter();
  private readonly subscriptions = new Map<FleetVersion, () => void>();

  get snapshot(): FleetStoreSnapshot {
    const { state, cachedSnapshot: cached } = this;
    const next: FleetStoreSnapshot = {
      fleet: this.currentFleet,
      view: this.view.snapshot,
      selection: this.selection,
      pending: findPendingVersion(state)?.view.snapshot,
      hasHeldUpdate: this.hasHeldUpdate,
      suspiciousUpdate: state.kind === 'suspicious' ? state.update : undefined,
      request: this.request,
    };
    if (!cached || !hasSameValues(cached, next)) this.cachedSnapshot = next;
    return this.cachedSnapshot ?? next;
  }

  set holdUpdates(holdsUpdates: boolean) {
    this.dispatch({ type: 'setHold', holdsUpdates });
  }

  get currentFleet(): Fleet | undefined {
    return this.state.kind === 'empty' ? undefined : this.state.current.fleet;
  }

  get key(): string {
    return this.state.current.key;
  }

  get pendingFleet(): Fleet | undefined {
    return findPendingVersion(this.state)?.fleet;
  }

  get hasHeldUpdate(): boolean {
    return this.state.kind === 'held';
  }

  get view(): FleetView {
    return this.state.current.view;
  }

  get selection(): RowSelection {
    return this.state.current.selection;
  }

  setLatest(fleet: Fleet | undefined, key: string): void {
    this.dispatch({ type: 'receive', version: fleet && this.getVersion(fleet, key) });
  }

  setJoined(field: string, joined: JoinedField | undefined, fleet: Fleet): void {
    this.versions.get(fleet)?.view.setJoined(field, joined);
    this.showPendingIfReady();
  }

  getView(fleet: Fleet): FleetView {
    return this.versions.get(fleet)?.view ?? new FleetView(fleet);
  }

  getJoined(fleet: Fleet, field: string): JoinedField | undefined {
    return this.versions.get(fleet)?.view.snapshot.getJoined(field);
  }

  applyUpdate(): void {
    this.dispatch({ type: 'apply' });
  }

  /** Accepts or rejects a suspicious update. After a rejection, the current list stays until another update arrives. */
  resolveSuspiciousUpdate(accept: boolean): void {
    this.dispatch({ type: accept ? 'accept' : 'reject' });
  }

  getAcceptedFleet(fleet: Fleet | undefined): Fleet | undefined {
    return fleet !== undefined && fleet === this.state.rejected ? this.currentFleet : fleet;
  }

  setRequest(request: FleetDisplayQuery): void {
    if (request === this.request) return;
    const before = this.request;
    this.request = request;
    for (const version of this.getActiveVersions()) {
      if (request.onlySelected !== before.onlySelected) version.selectionFilter = undefined;
      version.setRequest(request);
    }
    this.showPendingIfReady();
  }

  setFacetFields(fields: readonly string[]): void {
    this.facetFields = fields;
    for (const { view } of this.getActiveVersions()) view.setFacetFields(fields);
  }

  /** Drops a list that was removed from the cache, as soon as no page shows it. */
  release(fleet: Fleet): void {
    this.released.add(fleet);
    this.dropReleased();
  }

  subscribe = (listener: () => void): (() => void) => {
    const stop = this.listeners.subscribe(listener);
    this.updateSubscriptions();
    return () => {
      stop();
      this.updateSubscriptions();
      this.dropReleased();
    };
  };

  private dropReleased(): void {
    const { current } = this.state;
    if (this.listeners.size > 0 || !current.fleet || !this.released.has(current.fleet)) return;
    this.state = transitionFleetStore(this.state, { type: 'clear', version: createEmptyVersion() });
  }

  private getActiveVersions(): FleetVersion[] {
    const pending = findPendingVersion(this.state);
    return pending ? [this.state.current, pending] : [this.state.current];
  }

  private getVersion(fleet: Fleet, key: string): FleetVersion {
    const version = this.versions.get(fleet) ?? new FleetVersion(fleet, key, this.selection);
    this.versions.set(fleet, version);
    version.setRequest(this.request);
    version.view.setFacetFields(this.facetFields);
    return version;
  }

  private dispatch(event: FleetStoreEvent<FleetVersion>): void {
    const before = this.state.current;
    this.state = transitionFleetStore(this.state, event);
    if (this.state.current !== before) this.state.current.copiedFromVersion = undefined;
    this.updateSubscriptions();
    if (event.type === 'ready') this.listeners.emitAsync();
    else this.showPendingIfReady();
  }

  private showPendingIfReady(): void {
    const { state } = this;
    if (state.kind === 'preparing' && this.prepare(state.pending, state.current)) this.dispatch({ type: 'ready' });
    else this.listeners.emitAsync();
  }

  /**
   * Updates the pending list.
   * @returns true once it is ready to be shown
   */
  private prepare(pending: FleetVersion, current: FleetVersion): boolean {
    const { request } = this;
    const isKnown = (field: string) =>
      pending.view.snapshot.getJoined(field) || !current.view.snapshot.getJoined(field);
    if (pending.key === current.key && pending.fleet.count > 0 && !request.needs.every(isKnown)) return false;
    const { copiedFromVersion } = pending;
    if (copiedFromVersion !== undefined && copiedFromVersion !== current.selection.version)
      this.copySelectionAgain(pending, current);
    if (pending.selection.previous) return false;
    pending.setRequest(request);
    return pending.view.isSettled;
  }

  private copySelectionAgain(pending: FleetVersion, { selection }: FleetVersion): void {
    this.leave(pending);
    pending.copySelection(selection);
    this.updateSubscriptions();
  }

  private updateSubscriptions(): void {
    const wanted = this.listeners.size > 0 ? this.getActiveVersions() : [];
    for (const version of this.subscriptions.keys()) if (!wanted.includes(version)) this.leave(version);
    for (const version of wanted) {
      if (this.subscriptions.has(version)) continue;
      const leaves: (() => void)[] = [];
      this.subscriptions.set(version, () => leaves.forEach((unsubscribeFrom) => void unsubscribeFrom()));
      leaves.push(version.view.subscribe(() => this.showPendingIfReady()));
      leaves.push(version.selection.subscribe(() => this.handleSelectionChange(version)));
    }
  }

  private leave(version: FleetVersion): void {
    this.subscriptions.get(version)?.();
    this.subscriptions.delete(version);
  }

  private handleSelectionChange(version: FleetVersion): void {
    if (version.selection.previous) return;
    if (version === findPendingVersion(this.state) && version.copiedFromVersion !== undefined)
      version.copiedFromVersion = this.selection.version;
    if (this.request.onlySelected && !version.selectionFilter) version.setRequest(this.request);
    this.showPendingIfReady();
  }
}

function createEmptyVersion(): FleetVersion {
  return new FleetVersion(new Fleet(), '');
}

function hasSameValues(a: FleetStoreSnapshot, b: FleetStoreSnapshot): boolean {
  const keys = Object.keys(b) as (keyof FleetStoreSnapshot)[];
  return keys.every((key) => a[key] === b[key]);
}

export type FleetStoreSnapshot = Readonly<{
  fleet: Fleet | undefined;
  view: ViewSnapshot;
  selection: RowSelection;
  pending: ViewSnapshot | undefined;
  hasHeldUpdate: boolean;
  suspiciousUpdate: SuspiciousUpdate | undefined;
  request: FleetDisplayQuery;
}>;
