import type { Fleet } from '#fleet/model/fleet.ts';
import type { RowSet } from '#fleet/select/rowSet.ts';
import { FleetView, type ViewRequest } from './fleetView.ts';
import { Selection } from './selection.ts';

export type ListRequest = Omit<ViewRequest, 'sets'> & {
  /** Lets through only rows that were selected when this was asked for: one that is unselected then stays in place. */
  onlySelected: boolean;
  /** Joined fields that the next list is not shown without, where the list before had them. */
  needs: readonly string[];
};

/** A list with what is shown of it and selected in it. */
export class ListSide {
  readonly fleet: Fleet;
  /** What the list was asked for with; lists with the same key are states of the same thing. */
  readonly key: string;
  readonly view: FleetView;
  selection: Selection;
  /** Version of the selection before that this one was taken over from; nothing once it stands for itself. */
  carriedFrom: number | undefined;
  /** What is let through where only selected rows are. */
  only: RowSet | undefined;
  private asked: { for: ListRequest; only: RowSet | undefined } | undefined;

  constructor(fleet: Fleet, key: string, before?: Selection) {
    this.fleet = fleet;
    this.key = key;
    this.view = new FleetView(fleet);
    this.selection = new Selection(fleet, before);
    this.carriedFrom = before?.version;
  }

  /** Asks the view for what is asked for; a list's selected rows are its own. */
  ask(request: ListRequest): void {
    const { onlySelected, search, facets, ranges, sort } = request;
    if (onlySelected && this.selection.before === undefined) this.only ??= this.selection.snapshot();
    const only = onlySelected ? this.only : undefined;
    if (this.asked?.for === request && this.asked.only === only) return;
    this.asked = { for: request, only };
    this.view.set({ search, facets, ranges, sort, sets: only && [only] });
  }

  /** Takes a selection over once more. */
  carry(selection: Selection): void {
    this.selection = new Selection(this.fleet, selection);
    this.carriedFrom = selection.version;
    this.only = undefined;
  }
}
