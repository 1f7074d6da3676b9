import { Fleet } from '#fleet/model/fleet.ts';
import type { Joined } from '#fleet/model/joined.ts';
import { Emitter } from '#lib/emitter.ts';
import type { FleetStoreSnapshot } from './fleetStoreSnapshot.ts';
import { type FleetStoreRequest, FleetVersion } from './fleetVersion.ts';
import { FleetView } from './fleetView.ts';
import type { RowSelection } from './rowSelection.ts';
import { findSuspiciousUpdate, type SuspiciousUpdate } from './suspiciousUpdate.ts';

/**
 * Decides which list is shown. A complete list stays until the next complete one has its rows, selection and joined
 * fields, so that no partial state is visible. A list that is loading or incomplete is shown as it is. With `hold`, a
 * new version of the same list waits for `apply`; a doubtful one waits for `decide`.
 * Lives outside React, as long as its lists are in memory. `offer`, `set` and `watch` ignore repeated values and
 * notify no subscriber before they return. Components render the `snapshot`.
 */
export class FleetStore {
  private isHoldingUpdates = false;
  private current: FleetVersion = new FleetVersion(new Fleet(), '');
  private pending: FleetVersion | undefined;
  private hasCurrent = false;
  private applied: Fleet | undefined;
  private accepted: Fleet | undefined;
  private rejected: Fleet | undefined;
  private released: Fleet | undefined;
  /** Kept as long as their lists, so that the selection survives a visit to a device's page. */
  private readonly versions = new WeakMap<Fleet, FleetVersion>();
  private request: FleetStoreRequest = { search: '', facets: {}, sort: [], onlySelected: false, needs: [] };
  private facetFields: readonly string[] = [];
  private cachedSnapshot: FleetStoreSnapshot | undefined;
  private readonly listeners = new Emitter();
  private readonly subscriptions = new Map<FleetVersion, () => void>();

  get snapshot(): FleetStoreSnapshot {
    const {
      currentFleet: fleet,
      selection,
      kept: hasHeldUpdate,
      request,
      cachedSnapshot,
      doubt: suspiciousUpdate,
    } = this;
    const [view, coming] = [this.view.snapshot, this.pending?.view.snapshot];
    const same =
      cachedSnapshot?.fleet === fleet &&
      cachedSnapshot?.view === view &&
      cachedSnapshot.pending === coming &&
      cachedSnapshot.hasHeldUpdate === hasHeldUpdate;
    if (same && cachedSnapshot.selection === selection && cachedSnapshot.request === request) return cachedSnapshot;
    this.cachedSnapshot = { fleet, view, selection, pending: coming, hasHeldUpdate, suspiciousUpdate, request };
    return this.cachedSnapshot;
  }

  /** True if a new version of the shown list waits for `apply`. */
  set holdUpdates(hold: boolean) {
    this.isHoldingUpdates = hold;
    this.listeners.emitAsync();
  }

  get currentFleet(): Fleet | undefined {
    return this.hasCurrent ? this.current.fleet : undefined;
  }

  get key(): string {
    return this.current.key;
  }

  get pendingFleet(): Fleet | undefined {
    return this.pending?.fleet;
  }

  get kept(): boolean {
    const { pending } = this;
    return pending !== undefined && this.isReplacement(pending) && this.isHeld(pending) && !this.doubt;
  }

  get doubt(): SuspiciousUpdate | undefined {
    const { pending, current } = this;
    const isRefresh =
      pending && this.isReplacement(pending) && pending.key === current.key && pending.fleet !== this.accepted;
    return isRefresh ? findSuspiciousUpdate(current.fleet, pending.fleet) : undefined;
  }

  get view(): FleetView {
    return this.current.view;
  }

  get selection(): RowSelection {
    return this.current.selection;
  }

  /** Sets the newest list, or undefined if there is none any more. */
  setLatest(fleet: Fleet | undefined, key: string): void {
    if (!fleet) {
      this.hasCurrent = false;
      this.pending = undefined;
    } else if (this.hasCurrent && fleet === this.current.fleet) this.pending = undefined;
    else if (fleet === this.rejected) this.pending = undefined;
    else if (fleet !== this.pending?.fleet) this.pending = this.getVersion(fleet, key);
    this.updateSubscriptions();
    this.showPendingIfReady();
  }

  setJoined(field: string, joined: Joined | undefined, fleet: Fleet): void {
    this.versions.get(fleet)?.view.setJoined(field, joined);
    this.showPendingIfReady();
  }

  getView(fleet: Fleet): FleetView {
    return this.versions.get(fleet)?.view ?? new FleetView(fleet);
  }

  getJoined(fleet: Fleet, field: string): Joined | undefined {
    return this.versions.get(fleet)?.view.snapshot.getJoined(field);
  }

  /** Shows the next list that `hold` keeps waiting. */
  applyUpdate(): void {
    if (!this.doubt) this.applied = this.pending?.fleet;
    this.showPendingIfReady();
  }

  /** Shows a doubtful next list, or rejects it: the current one then stays until another arrives. */
  resolveSuspiciousUpdate(accept: boolean): void {
    this[accept ? 'accepted' : 'rejected'] = this.pending?.fleet;
    if (!accept) this.pending = undefined;
    this.updateSubscriptions();
    this.applyUpdate();
  }

  /** The list to use: the current one if this one was rejected. */
  getAcceptedFleet(fleet: Fleet | undefined): Fleet | undefined {
    return fleet !== undefined && fleet === this.rejected ? this.currentFleet : fleet;
  }

  setRequest(request: FleetStoreRequest): void {
    if (request === this.request) return;
    const before = this.request;
    this.request = request;
    if (request.onlySelected !== before.onlySelected) {
      this.current.selectionFilter = undefined;
      if (this.pending) this.pending.selectionFilter = undefined;
    }
    this.current.setRequest(request);
    this.pending?.setRequest(request);
    this.showPendingIfReady();
  }

  setFacetFields(fields: readonly string[]): void {
    this.facetFields = fields;
    this.current.view.setFacetFields(fields);
    this.pending?.view.setFacetFields(fields);
  }

  /** Releases a list that is no longer cached, once it has no subscribers. */
  release(fleet: Fleet): void {
    this.released = fleet;
    if (this.listeners.size > 0 || fleet !== this.current.fleet) return;
    this.current = new FleetVersion(new Fleet(), '');
    this.hasCurrent = false;
    this.pending = undefined;
  }

  subscribe = (listener: () => void): (() => void) => {
    const stop = this.listeners.subscribe(listener);
    this.updateSubscriptions();
    return () => {
      stop();
      this.updateSubscriptions();
      if (this.released) this.release(this.released);
    };
  };

  private getVersion(fleet: Fleet, key: string): FleetVersion {
    const side = this.versions.get(fleet) ?? new FleetVersion(fleet, key, this.current.selection);
    this.versions.set(fleet, side);
    side.setRequest(this.request);
    side.view.setFacetFields(this.facetFields);
    return side;
  }

  /** Shows the next list as soon as it is ready, and notifies subscribers. */
  private showPendingIfReady(): void {
    const { pending, current } = this;
    if (pending && (!this.isReplacement(pending) || this.isReadyToShow(pending, current))) {
      this.pending = undefined;
      this.current = pending;
      pending.copiedFromVersion = undefined;
      this.hasCurrent = true;
      this.updateSubscriptions();
    }
    this.listeners.emitAsync();
  }

  private isReplacement({ fleet }: FleetVersion): boolean {
    return this.hasCurrent && this.current.fleet.state === 'complete' && fleet.state === 'complete';
  }

  /** True if it is a new version of the shown list that waits for `apply`. */
  private isHeld({ key, fleet }: FleetVersion): boolean {
    return this.isHoldingUpdates && key === this.current.key && this.applied !== fleet;
  }

  private isReadyToShow(coming: FleetVersion, shown: FleetVersion): boolean {
    const { request } = this;
    const same = coming.key === shown.key;
    if (this.isHeld(coming) || this.doubt) return false;
    const known = (field: string) => coming.view.snapshot.getJoined(field) || !shown.view.snapshot.getJoined(field);
    if (same && coming.fleet.count > 0 && !request.needs.every(known)) return false;
    const { copiedFromVersion } = coming;
    if (copiedFromVersion !== undefined && copiedFromVersion !== shown.selection.version)
      this.copySelectionAgain(coming, shown);
    if (coming.selection.previous) return false;
    coming.setRequest(request);
    return coming.view.isSettled;
  }

  /** Copies the selection again after it changed while the next list waited. */
  private copySelectionAgain(coming: FleetVersion, { selection }: FleetVersion): void {
    this.leave(coming);
    coming.copySelection(selection);
    this.updateSubscriptions();
  }

  /** Subscribes to the shown and the next list while this has subscribers. */
  private updateSubscriptions(): void {
    const sides = this.pending ? [this.current, this.pending] : [this.current];
    const wanted = this.listeners.size > 0 ? sides : [];
    for (const side of this.subscriptions.keys()) if (!wanted.includes(side)) this.leave(side);
    for (const side of wanted) {
      if (this.subscriptions.has(side)) continue;
      const leaves: (() => void)[] = [];
      this.subscriptions.set(side, () => leaves.forEach((unsubscribeFrom) => void unsubscribeFrom()));
      leaves.push(side.view.subscribe(() => this.showPendingIfReady()));
      leaves.push(side.selection.subscribe(() => this.handleSelectionChange(side)));
    }
  }

  private leave(side: FleetVersion): void {
    this.subscriptions.get(side)?.();
    this.subscriptions.delete(side);
  }

  private handleSelectionChange(side: FleetVersion): void {
    if (side.selection.previous) return;
    if (side === this.pending && side.copiedFromVersion !== undefined)
      side.copiedFromVersion = this.current.selection.version;
    if (this.request.onlySelected && !side.selectionFilter) side.setRequest(this.request);
    this.showPendingIfReady();
  }
}
