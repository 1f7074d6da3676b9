import type { Fleet } from '#fleet/model/fleet.ts';
import type { RowSet } from '#fleet/select/rowSet.ts';
import { FleetView, type ViewRequest } from './fleetView.ts';
import { RowSelection } from './rowSelection.ts';

export type FleetDisplayQuery = Omit<ViewRequest, 'sets'> & {
  onlySelected: boolean;
  needs: readonly string[];
};

export class FleetVersion {
  readonly fleet: Fleet;
  readonly key: string;
  readonly view: FleetView;
  selection: RowSelection;
  /**
   * Version of the previous selection from which this one was copied. Undefined once this selection has changed
   * independently.
   */
  copiedFromVersion: number | undefined;
  selectionFilter: RowSet | undefined;
  private lastRequest: { for: FleetDisplayQuery; only: RowSet | undefined } | undefined;

  constructor(fleet: Fleet, key: string, before?: RowSelection) {
    this.fleet = fleet;
    this.key = key;
    this.view = new FleetView(fleet);
    this.selection = new RowSelection(fleet, before);
    this.copiedFromVersion = before?.version;
  }

  setRequest(request: FleetDisplayQuery): void {
    const { onlySelected, search, facets, ranges, sort } = request;
    if (onlySelected && this.selection.previous === undefined) this.selectionFilter ??= this.selection.snapshot();
    const only = onlySelected ? this.selectionFilter : undefined;
    if (this.lastRequest?.for === request && this.lastRequest.only === only) return;
    this.lastRequest = { for: request, only };
    this.view.setRequest({ search, facets, ranges, sort, sets: only && [only] });
  }

  copySelection(selection: RowSelection): void {
    this.selection = new RowSelection(this.fleet, selection);
    this.copiedFromVersion = selection.version;
    this.selectionFilter = undefined;
  }
}
