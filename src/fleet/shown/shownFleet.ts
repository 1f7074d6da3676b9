import { Fleet } from '#fleet/model/fleet.ts';
import type { Joined } from '#fleet/model/joined.ts';
import { Emitter } from '#lib/emitter.ts';
import { type Doubt, findDoubt } from './doubt.ts';
import { FleetView } from './fleetView.ts';
import { type ListRequest, ListSide } from './listSide.ts';
import type { Selection } from './selection.ts';
import type { ShownSnapshot } from './shownSnapshot.ts';

/**
 * Decides which list is shown. A complete list stays until the next complete one has its rows, selection and joined
 * fields, so that no partial state is visible. A list that is loading or incomplete is shown as it is. With `hold`, a
 * new version of the same list waits for `apply`; a doubtful one waits for `decide`.
 * Lives outside React, as long as its lists are in memory. `offer`, `set` and `watch` ignore repeated values and
 * notify no subscriber before they return. Components render the `snapshot`.
 */
export class ShownFleet {
  private holding = false;
  private side: ListSide = new ListSide(new Fleet(), '');
  private coming: ListSide | undefined;
  private there = false;
  private applied: Fleet | undefined;
  private accepted: Fleet | undefined;
  private rejected: Fleet | undefined;
  private forgotten: Fleet | undefined;
  /** Kept as long as their lists, so that the selection survives a visit to a device's page. */
  private readonly sides = new WeakMap<Fleet, ListSide>();
  private request: ListRequest = { search: '', facets: {}, sort: [], onlySelected: false, needs: [] };
  private watched: readonly string[] = [];
  private taken: ShownSnapshot | undefined;
  private readonly listeners = new Emitter();
  private readonly attached = new Map<ListSide, () => void>();

  get snapshot(): ShownSnapshot {
    const { shown: fleet, selection, kept, request, taken, doubt } = this;
    const [view, coming] = [this.view.snapshot, this.coming?.view.snapshot];
    const same = taken?.fleet === fleet && taken?.view === view && taken.coming === coming && taken.kept === kept;
    if (same && taken.selection === selection && taken.request === request) return taken;
    this.taken = { fleet, view, selection, coming, kept, doubt, request };
    return this.taken;
  }

  /** True if a new version of the shown list waits for `apply`. */
  set hold(hold: boolean) {
    this.holding = hold;
    this.listeners.emitAsync();
  }

  get shown(): Fleet | undefined {
    return this.there ? this.side.fleet : undefined;
  }

  get key(): string {
    return this.side.key;
  }

  get next(): Fleet | undefined {
    return this.coming?.fleet;
  }

  get kept(): boolean {
    const { coming } = this;
    return coming !== undefined && this.isNext(coming) && this.isKept(coming) && !this.doubt;
  }

  get doubt(): Doubt | undefined {
    const { coming, side } = this;
    const isRefresh = coming && this.isNext(coming) && coming.key === side.key && coming.fleet !== this.accepted;
    return isRefresh ? findDoubt(side.fleet, coming.fleet) : undefined;
  }

  get view(): FleetView {
    return this.side.view;
  }

  get selection(): Selection {
    return this.side.selection;
  }

  /** Sets the newest list, or undefined if there is none any more. */
  offer(fleet: Fleet | undefined, key: string): void {
    if (!fleet) {
      this.there = false;
      this.coming = undefined;
    } else if (this.there && fleet === this.side.fleet) this.coming = undefined;
    else if (fleet === this.rejected) this.coming = undefined;
    else if (fleet !== this.coming?.fleet) this.coming = this.sideOf(fleet, key);
    this.attach();
    this.advance();
  }

  join(field: string, joined: Joined | undefined, fleet: Fleet): void {
    this.sides.get(fleet)?.view.join(field, joined);
    this.advance();
  }

  viewOf(fleet: Fleet): FleetView {
    return this.sides.get(fleet)?.view ?? new FleetView(fleet);
  }

  joinedTo(fleet: Fleet, field: string): Joined | undefined {
    return this.sides.get(fleet)?.view.snapshot.joinedAs(field);
  }

  /** Shows the next list that `hold` keeps waiting. */
  apply(): void {
    if (!this.doubt) this.applied = this.coming?.fleet;
    this.advance();
  }

  /** Shows a doubtful next list, or rejects it: the current one then stays until another arrives. */
  decide(show: boolean): void {
    this[show ? 'accepted' : 'rejected'] = this.coming?.fleet;
    if (!show) this.coming = undefined;
    this.attach();
    this.apply();
  }

  /** The list to use: the current one if this one was rejected. */
  resolve(fleet: Fleet | undefined): Fleet | undefined {
    return fleet !== undefined && fleet === this.rejected ? this.shown : fleet;
  }

  set(request: ListRequest): void {
    if (request === this.request) return;
    const before = this.request;
    this.request = request;
    if (request.onlySelected !== before.onlySelected) {
      this.side.only = undefined;
      if (this.coming) this.coming.only = undefined;
    }
    this.side.ask(request);
    this.coming?.ask(request);
    this.advance();
  }

  watch(fields: readonly string[]): void {
    this.watched = fields;
    this.side.view.watch(fields);
    this.coming?.view.watch(fields);
  }

  /** Releases a list that is no longer cached, once it has no subscribers. */
  forget(fleet: Fleet): void {
    this.forgotten = fleet;
    if (this.listeners.size > 0 || fleet !== this.side.fleet) return;
    this.side = new ListSide(new Fleet(), '');
    this.there = false;
    this.coming = undefined;
  }

  subscribe = (listener: () => void): (() => void) => {
    const stop = this.listeners.subscribe(listener);
    this.attach();
    return () => {
      stop();
      this.attach();
      if (this.forgotten) this.forget(this.forgotten);
    };
  };

  private sideOf(fleet: Fleet, key: string): ListSide {
    const side = this.sides.get(fleet) ?? new ListSide(fleet, key, this.side.selection);
    this.sides.set(fleet, side);
    side.ask(this.request);
    side.view.watch(this.watched);
    return side;
  }

  /** Shows the next list as soon as it is ready, and notifies subscribers. */
  private advance(): void {
    const { coming, side } = this;
    if (coming && (!this.isNext(coming) || this.mayBeSeen(coming, side))) {
      this.coming = undefined;
      this.side = coming;
      coming.carriedFrom = undefined;
      this.there = true;
      this.attach();
    }
    this.listeners.emitAsync();
  }

  private isNext({ fleet }: ListSide): boolean {
    return this.there && this.side.fleet.state === 'complete' && fleet.state === 'complete';
  }

  /** True if it is a new version of the shown list that waits for `apply`. */
  private isKept({ key, fleet }: ListSide): boolean {
    return this.holding && key === this.side.key && this.applied !== fleet;
  }

  private mayBeSeen(coming: ListSide, shown: ListSide): boolean {
    const { request } = this;
    const same = coming.key === shown.key;
    if (this.isKept(coming) || this.doubt) return false;
    const known = (field: string) => coming.view.snapshot.joinedAs(field) || !shown.view.snapshot.joinedAs(field);
    if (same && coming.fleet.count > 0 && !request.needs.every(known)) return false;
    const { carriedFrom } = coming;
    if (carriedFrom !== undefined && carriedFrom !== shown.selection.version) this.carryAgain(coming, shown);
    if (coming.selection.before) return false;
    coming.ask(request);
    return coming.view.settled;
  }

  /** Copies the selection again after it changed while the next list waited. */
  private carryAgain(coming: ListSide, { selection }: ListSide): void {
    this.leave(coming);
    coming.carry(selection);
    this.attach();
  }

  /** Subscribes to the shown and the next list while this has subscribers. */
  private attach(): void {
    const sides = this.coming ? [this.side, this.coming] : [this.side];
    const wanted = this.listeners.size > 0 ? sides : [];
    for (const side of this.attached.keys()) if (!wanted.includes(side)) this.leave(side);
    for (const side of wanted) {
      if (this.attached.has(side)) continue;
      const leaves: (() => void)[] = [];
      this.attached.set(side, () => leaves.forEach((leave) => void leave()));
      leaves.push(side.view.subscribe(() => this.advance()));
      leaves.push(side.selection.subscribe(() => this.followSelection(side)));
    }
  }

  private leave(side: ListSide): void {
    this.attached.get(side)?.();
    this.attached.delete(side);
  }

  private followSelection(side: ListSide): void {
    if (side.selection.before) return;
    if (side === this.coming && side.carriedFrom !== undefined) side.carriedFrom = this.side.selection.version;
    if (this.request.onlySelected && !side.only) side.ask(this.request);
    this.advance();
  }
}
