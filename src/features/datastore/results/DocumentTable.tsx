import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useDatastore } from '#features/datastore/DatastorePlace.tsx';
import { formatCount } from '#lib/formatNumber.ts';
import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { documentKey } from '#pipeline/ask/gatheredRows.ts';
import { type DocumentColumn, valueAt } from '#pipeline/documents/documentColumns.ts';
import { documentOrder } from '#pipeline/documents/documentOrder.ts';
import { whyUnaskable, whyValueUnaskable } from '#pipeline/documents/fieldPath.ts';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import { type GridColumn, type GridSort, nextSort } from '#ui/grid/gridColumn.ts';
import type { DataGridHandle, GridMenuSubject } from '#ui/grid/gridProps.ts';
import { copyText } from '#ui/notices/copyText.ts';
import { ContextMenu, type ContextMenuAt } from '#ui/overlays/Menu.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './DocumentTable.module.css';
import { leaveRows, leftRows } from './leftRows.ts';
import { type ResultsState, useResults } from './ResultsPlace.tsx';
import type { Rows } from './useRows.ts';

/** Called with the document's index. */
type Props = { onOpen: (document: number) => void };

/** Grid of the loaded documents; sorts only the loaded ones. */
export function DocumentTable({ onOpen }: Props) {
  const { linked, pages } = useDatastore();
  const busy = pages.current.isFetching;
  const { rows, arrangement } = useResults();
  const { documents, fresh, subject, key } = rows;
  const { columns } = arrangement;
  const [left] = useState(() => leftRows(key));
  const [sort, setSort] = useState<readonly GridSort[]>(left?.sort ?? linked.sort ?? []);
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns]);
  const order = useMemo(() => documentOrder(documents, columns, sort), [documents, columns, sort]);
  const cell = useCallback(
    (row: number, { key }: GridColumn) => {
      const document = documents[order[row] ?? -1];
      const column = byKey.get(key);
      return document && column && valueAt(document, column.path);
    },
    [documents, order, byKey],
  );
  const grid = useRef<DataGridHandle>(null);
  const root = useRef<HTMLDivElement>(null);
  useRowsInPlace(grid, root, { documents, order, subject });
  const menus = useMenus({ order, byKey, onOpen });
  const open = (row: number) => onOpen(order[row] ?? row);
  return (
    <div ref={root} className={classes['table']}>
      <DataGrid
        ref={grid}
        label="Documents"
        columns={{
          all: columns,
          sort,
          onSort: (column, further) => {
            const next = nextSort(sort, column, further);
            setSort(next);
            leaveRows(key, { sort: next });
          },
          onResize: arrangement.setWidth,
          onReorder: arrangement.show,
        }}
        rows={{
          count: documents.length,
          cell,
          version: cell,
          subject: `${subject} ${JSON.stringify(sort)}`,
          isNew: (row) => isFresh(documents[order[row] ?? -1], fresh),
          busy,
        }}
        place={{ start: left?.place, keep: (place) => leaveRows(key, { place, sort }) }}
        events={{ onPreview: open, onOpen: open, onMenu: menus.open }}
      />
      {sort.length > 0 && (
        <p className={`${classes['sorted']} ${shared['small']}`}>
          Sorted here: the {formatCount(documents.length)} documents loaded, no others.
        </p>
      )}
      <ContextMenu at={menus.menu} onClose={menus.close} />
    </div>
  );
}

type MenuSubject = Props & { order: readonly number[]; byKey: ReadonlyMap<string, DocumentColumn> };

/** Context menus of a cell, and of a header (row -1). */
function useMenus({ order, byKey, onOpen }: MenuSubject) {
  const { rows, arrangement, only } = useResults();
  const [menu, setMenu] = useState<ContextMenuAt>();
  const { columns, plain } = arrangement;
  const openCell = (row: number, column: DocumentColumn, element: HTMLElement) => {
    const place = order[row] ?? -1;
    const document = rows.documents[place];
    if (!document) return false;
    const open = { label: 'Open document', aside: '↵', run: () => onOpen(place) };
    setMenu({ element, label: column.label, rows: [open, ...cellRows(document, column, only)] });
    return true;
  };
  const openHeading = ({ key, label, time, msOf }: DocumentColumn, element: HTMLElement) => {
    const keys = columns.map((column) => column.key);
    const hide = { label: 'Hide column', run: () => arrangement.show(keys.filter((other) => other !== key)) };
    const number = time === 'iso' ? 'Show as text' : 'Show as number';
    const asTime = { label: plain.has(key) ? 'Show as time' : number, run: () => arrangement.togglePlain(key) };
    const choices = [...(msOf || plain.has(key) ? [asTime] : []), ...(keys.length > 1 ? [hide] : [])];
    if (choices.length > 0) setMenu({ element, label, rows: choices });
    return choices.length > 0;
  };
  return {
    menu,
    close: () => setMenu(undefined),
    open: ({ row, column: { key }, element }: GridMenuSubject) => {
      const column = byKey.get(key);
      if (!column) return false;
      return row < 0 ? openHeading(column, element) : openCell(row, column, element);
    },
  };
}

/** The size check comes first because the set is usually empty and computing a key is costly. */
function isFresh(document: JsonObject | undefined, fresh: Rows['fresh']): boolean {
  return document !== undefined && fresh !== undefined && fresh.size > 0 && fresh.has(documentKey(document));
}

function cellRows(document: JsonObject, column: DocumentColumn, only: ResultsState['only']) {
  const { key, label, path } = column;
  const value = valueAt(document, path);
  const copy = (text: string) => void copyText(text);
  const copyPath = { label: 'Copy path', aside: key, run: () => copy(key) };
  if (value === undefined) return [copyPath];
  const refusal = whyUnaskable(path) ?? whyValueUnaskable(value);
  const conditions = [
    { label: `Only where ${label} is this`, run: () => only(path, value, false) },
    { label: `Not where ${label} is this`, run: () => only(path, value, true) },
  ];
  return [
    ...(refusal ? [{ sentence: refusal }] : conditions),
    { label: 'Copy value', run: () => copy(typeof value === 'string' ? value : stringifyJson(value)) },
    { label: 'Copy as JSON', run: () => copy(stringifyJson(value)) },
    copyPath,
  ];
}

type InPlace = { documents: readonly JsonObject[]; order: readonly number[]; subject: string | undefined };

/** Keeps the visible rows in place when others are inserted above them; scrolled to the top, new rows push them down. */
function useRowsInPlace(
  grid: RefObject<DataGridHandle | null>,
  root: RefObject<HTMLElement | null>,
  now: InPlace,
): void {
  const last = useRef(now);
  // scroll position, hover and focus can only be read from the DOM
  useLayoutEffect(() => {
    const before = last.current;
    last.current = now;
    if (before.documents === now.documents || before.subject !== now.subject) return;
    const looked = root.current?.matches(':hover, :focus-within') ?? false;
    const scrolled = root.current?.querySelector('[role="grid"]')?.scrollTop ?? 0;
    if (!looked && scrolled === 0) return;
    const placeOf = new Map<string, number>();
    for (const [row, place] of now.order.entries()) placeOf.set(documentKey(now.documents[place] ?? {}), row);
    grid.current?.renumber((row) => {
      const document = before.documents[before.order[row] ?? -1];
      return document ? (placeOf.get(documentKey(document)) ?? -1) : -1;
    });
  });
}
