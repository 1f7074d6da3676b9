import { useCallback, useMemo, useState } from 'react';
import { formatCount } from '#lib/counts.ts';
import { type JsonObject, stringify } from '#lib/json.ts';
import { devicePath } from '#paths/device.ts';
import { type DocumentColumn, documentColumns, valueAt } from '#pipeline/documentColumns.ts';
import { documentOrder } from '#pipeline/documentOrder.ts';
import { ContextMenu, type ContextMenuAt } from '#ui/ContextMenu.tsx';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import { type GridColumn, type GridSort, nextSort } from '#ui/grid/gridColumn.ts';
import classes from './DocumentTable.module.css';

type Props = {
  documents: readonly JsonObject[];
  busy: boolean;
  /** Shows one of the documents, by its place among them. */
  onOpen: (document: number) => void;
  /** Adds a condition: only this value of a field, or not this one. */
  onOnly: (field: string, value: unknown, not: boolean) => void;
};

/** The documents that are loaded as a grid, which sorts what is loaded and nothing more. */
export function DocumentTable({ documents, busy, onOpen, onOnly }: Props) {
  const [plain, setPlain] = useState<ReadonlySet<string>>(() => new Set());
  const [sort, setSort] = useState<readonly GridSort[]>([]);
  const [menu, setMenu] = useState<ContextMenuAt>();
  const { widths, setWidth } = useWidths();
  const columns = useMemo(
    () =>
      documentColumns(documents, plain).map((column) => {
        const width = widths.get(column.key);
        return {
          ...column,
          ...(width !== undefined && { width }),
          ...(column.label === 'deviceID' && { href: deviceHref }),
        };
      }),
    [documents, plain, widths],
  );
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
  const openCellMenu = (row: number, column: DocumentColumn | undefined, element: HTMLElement) => {
    const place = order[row];
    const document = place === undefined ? undefined : documents[place];
    if (place === undefined || !document || !column) return false;
    const value = valueAt(document, column.path);
    const field = column.path.join('.');
    const copy = (text: string) => void navigator.clipboard.writeText(text);
    const said =
      value === undefined
        ? []
        : [
            { label: `Only where ${field} is this`, run: () => onOnly(field, value, false) },
            { label: `Not where ${field} is this`, run: () => onOnly(field, value, true) },
            { label: 'Copy value', run: () => copy(typeof value === 'string' ? value : stringify(value)) },
            { label: 'Copy as JSON', run: () => copy(stringify(value)) },
          ];
    const rows = [
      { label: 'Open document', aside: 'P', run: () => onOpen(place) },
      ...said,
      { label: 'Copy path', aside: field, run: () => copy(field) },
    ];
    setMenu({ element, label: field, rows });
    return true;
  };
  const openMenu = (column: DocumentColumn | undefined, element: HTMLElement) => {
    if (!column?.time) return false;
    const next = new Set(plain);
    const shown = plain.has(column.key);
    if (shown) next.delete(column.key);
    else next.add(column.key);
    const label = shown ? 'Show as time' : column.time === 'iso' ? 'Show as text' : 'Show as number';
    setMenu({ element, label: column.label, rows: [{ label, run: () => setPlain(next) }] });
    return true;
  };
  return (
    <div className={classes['table']}>
      <DataGrid
        label="Documents"
        columns={columns}
        rowCount={documents.length}
        cell={cell}
        version={cell}
        sort={sort}
        onSort={(key, further) => setSort(nextSort(sort, key, further))}
        onResize={setWidth}
        onPreview={(row) => onOpen(order[row] ?? row)}
        onMenu={({ row, column, element }) =>
          row < 0 ? openMenu(byKey.get(column.key), element) : openCellMenu(row, byKey.get(column.key), element)
        }
        subject={JSON.stringify(sort)}
        busy={busy}
      />
      {sort.length > 0 && (
        <p className={classes['sorted']}>
          Sorted here: the {formatCount(documents.length)} documents of this page alone.{' '}
        </p>
      )}
      <ContextMenu at={menu} onClose={() => setMenu(undefined)} />
    </div>
  );
}

function deviceHref(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? devicePath(value) : undefined;
}

/** Widths chosen while the page is open. */
function useWidths() {
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(() => new Map());
  const setWidth = useCallback((key: string, width: number | undefined) => {
    setWidths((before) => {
      const next = new Map(before);
      if (width === undefined) next.delete(key);
      else next.set(key, width);
      return next;
    });
  }, []);
  return { widths, setWidth };
}
