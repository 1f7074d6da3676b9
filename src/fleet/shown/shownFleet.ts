import { Fleet } from '#fleet/model/fleet.ts';
import type { Joined } from '#fleet/model/joined.ts';
import { Emitter } from '#lib/emitter.ts';
import { type Doubt, findDoubt } from './doubt.ts';
import { FleetView } from './fleetView.ts';
import { type ListRequest, ListSide } from './listSide.ts';
import type { Selection } from './selection.ts';
import type { ShownSnapshot } from './shownSnapshot.ts';

/**
 * Decides which list is shown. Of two whole lists the one before stays until all rows of the next are found, the same
 * devices are selected in it, and what is joined is known of it: otherwise a part of them, or none, would be seen for a
 * moment. A list that still arrives, or broke off, is shown as it is. With `hold`, the next state of the same list waits
 * until it is told to `apply`. One that is doubtful waits for `decide`.
 *
 * Lives outside React, for as long as its lists are in memory. `offer`, `set` and `watch` do nothing when they are told
 * the same again and tell no subscriber before they return. Whoever draws it draws its `snapshot`.
 */
export class ShownFleet {
  private holding = false;
  private side: ListSide = new ListSide(new Fleet(), '');
  private coming: ListSide | undefined;
  /** Whether there is a list at all. */
  private there = false;
  private applied: Fleet | undefined;
  private accepted: Fleet | undefined;
  private rejected: Fleet | undefined;
  private forgotten: Fleet | undefined;
  /** Sides last as long as their lists: whoever looks at one device and comes back finds the others selected. */
  private readonly sides = new WeakMap<Fleet, ListSide>();
  private request: ListRequest = { search: '', facets: {}, sort: [], onlySelected: false, needs: [] };
  private watched: readonly string[] = [];
  private taken: ShownSnapshot | undefined;
  private readonly listeners = new Emitter();
  private readonly attached = new Map<ListSide, () => void>();

  /** All of this as it is now; another one with every change. */
  get snapshot(): ShownSnapshot {
    const { shown: fleet, selection, kept, request, taken, doubt } = this;
    const [view, coming] = [this.view.snapshot, this.coming?.view.snapshot];
    const same = taken?.fleet === fleet && taken?.view === view && taken.coming === coming && taken.kept === kept;
    if (same && taken.selection === selection && taken.request === request) return taken;
    this.taken = { fleet, view, selection, coming, kept, doubt, request };
    return this.taken;
  }

  /** Whether a next state of the shown list waits for `apply`. */
  set hold(hold: boolean) {
    this.holding = hold;
    this.listeners.emitAsync();
  }

  get shown(): Fleet | undefined {
    return this.there ? this.side.fleet : undefined;
  }

  /** What the shown list was asked for with. */
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

  /** Gives the newest list, or says that there is none any more. */
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

  /** Gives what is known of a list's devices beside their records, or takes it away. */
  join(field: string, joined: Joined | undefined, fleet: Fleet): void {
    this.sides.get(fleet)?.view.join(field, joined);
    this.advance();
  }

  /** What is asked of a list that was offered. */
  viewOf(fleet: Fleet): FleetView {
    return this.sides.get(fleet)?.view ?? new FleetView(fleet);
  }

  /** What is known of a list's devices beside their records. */
  joinedTo(fleet: Fleet, field: string): Joined | undefined {
    return this.sides.get(fleet)?.view.snapshot.joinedAs(field);
  }

  /** Lets the next list be shown that `hold` keeps back. */
  apply(): void {
    if (!this.doubt) this.applied = this.coming?.fleet;
    this.advance();
  }

  /** Shows a doubtful next list, or drops it: the current one then stays until another comes. */
  decide(show: boolean): void {
    this[show ? 'accepted' : 'rejected'] = this.coming?.fleet;
    if (!show) this.coming = undefined;
    this.attach();
    this.apply();
  }

  /** The list to work with: the current one where this one was rejected. */
  resolve(fleet: Fleet | undefined): Fleet | undefined {
    return fleet !== undefined && fleet === this.rejected ? this.shown : fleet;
  }

  /** Asks for other rows. */
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

  /** Names the fields whose counts are wanted. */
  watch(fields: readonly string[]): void {
    this.watched = fields;
    this.side.view.watch(fields);
    this.coming?.view.watch(fields);
  }

  /** Lets go of a list that is no longer kept in memory, as soon as nobody looks at it. */
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

  /** Shows what was coming as soon as it may be seen, and tells whoever listens that something may be new. */
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

  /** Whether one whole list follows another. */
  private isNext({ fleet }: ListSide): boolean {
    return this.there && this.side.fleet.state === 'complete' && fleet.state === 'complete';
  }

  /** Whether it is another state of the shown list, and nobody has asked for it yet. */
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

  /** Somebody selected other rows while the next list waited. */
  private carryAgain(coming: ListSide, { selection }: ListSide): void {
    this.leave(coming);
    coming.carry(selection);
    this.attach();
  }

  /** Listens to what is shown and what is coming, as long as somebody listens here. */
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
