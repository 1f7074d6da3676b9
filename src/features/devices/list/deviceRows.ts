import { CONNECTIVITY } from '#contract/device.ts';
import type { Selection } from '#fleet/shown/selection.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { formatCount } from '#lib/counts.ts';
import { devicePath } from '#paths/device.ts';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import type { GridSelection } from '#ui/grid/keyboard/useGridSelection.ts';

/** What a grid asks of the rows of a view, each by its place, from 0. */
export function deviceRows(view: ViewSnapshot) {
  const { fleet, rows } = view;
  const idAt = (place: number) => {
    const id = fleet.value(rows.at(place), fleet.columnOf('deviceID'));
    return typeof id === 'string' && id !== '' ? id : undefined;
  };
  return {
    idAt,
    cell: (place: number, { key }: GridColumn) => {
      const row = rows.at(place);
      return key === CONNECTIVITY ? (view.joinedValue(key, row) ?? 'unknown') : fleet.value(row, fleet.columnOf(key));
    },
    path: (place: number) => {
      const id = idAt(place);
      return id === undefined ? undefined : devicePath(id);
    },
    warning: (place: number) => {
      const flaws = fleet.flaws(rows.at(place));
      return flaws.length > 0 ? `Not as the interface says: ${flaws.join(', ')}` : undefined;
    },
    /** Where the device with this ID stands; -1 where it is not shown. */
    placeOf: (id: string) => {
      const row = fleet.rowOf(id, fleet.columnOf('deviceID'));
      return row < 0 ? -1 : view.placeOf(row);
    },
  };
}

/** The selection as the grid sees it. */
export function rowsSelected(
  view: ViewSnapshot,
  selection: Selection,
  idAt: (place: number) => string | undefined,
): GridSelection {
  const { rows } = view;
  const selected = selection.among(rows);
  return {
    isSelected: (place) => selection.has(rows.at(place)),
    all: selected === 0 ? false : selected === rows.count || 'some',
    select: (from, to, on) => selection.select(rows, on, from, to),
    clear: () => selection.clear(),
    rowName: (place) => idAt(place) ?? `row ${formatCount(place + 1)}`,
  };
}
