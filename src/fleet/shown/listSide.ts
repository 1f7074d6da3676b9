import type { Fleet } from '#fleet/model/fleet.ts';
import type { RowSet } from '#fleet/select/rowSet.ts';
import { FleetView, type ViewRequest } from './fleetView.ts';
import { Selection } from './selection.ts';

export type ListRequest = Omit<ViewRequest, 'sets'> & {
  /** Passes only rows that were selected at the time of the request, so that deselected rows stay visible. */
  onlySelected: boolean;
  /** Joined fields that the next list must have before it is shown, if the current list has them. */
  needs: readonly string[];
};

export class ListSide {
  readonly fleet: Fleet;
  /** Key of the list's request; lists with the same key are versions of the same list. */
  readonly key: string;
  readonly view: FleetView;
  selection: Selection;
  /** Version of the previous selection that this one was copied from; undefined once it is independent. */
  carriedFrom: number | undefined;
  only: RowSet | undefined;
  private asked: { for: ListRequest; only: RowSet | undefined } | undefined;

  constructor(fleet: Fleet, key: string, before?: Selection) {
    this.fleet = fleet;
    this.key = key;
    this.view = new FleetView(fleet);
    this.selection = new Selection(fleet, before);
    this.carriedFrom = before?.version;
  }

  ask(request: ListRequest): void {
    const { onlySelected, search, facets, ranges, sort } = request;
    if (onlySelected && this.selection.before === undefined) this.only ??= this.selection.snapshot();
    const only = onlySelected ? this.only : undefined;
    if (this.asked?.for === request && this.asked.only === only) return;
    this.asked = { for: request, only };
    this.view.set({ search, facets, ranges, sort, sets: only && [only] });
  }

  carry(selection: Selection): void {
    this.selection = new Selection(this.fleet, selection);
    this.carriedFrom = selection.version;
    this.only = undefined;
  }
}
