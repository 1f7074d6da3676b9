import { useCallback, useMemo, useState } from 'react';
import { formatCount } from '#lib/counts.ts';
import type { JsonObject } from '#lib/json.ts';
import { devicePath } from '#paths/device.ts';
import { ContextMenu, type ContextMenuAt } from '#ui/ContextMenu.tsx';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import { type GridColumn, type GridSort, nextSort } from '#ui/grid/gridColumn.ts';
import classes from './DocumentTable.module.css';
import { type DocumentColumn, documentColumns, valueAt } from './documentColumns.ts';
import { documentOrder } from './documentOrder.ts';

const HEADER_PX = 32;
const ROW_PX = 36;

/** The documents that are loaded as a grid, which sorts what is loaded and nothing more. */
export function DocumentTable({ documents, busy }: { documents: readonly JsonObject[]; busy: boolean }) {
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
    <div
      className={classes['table']}
      style={{ height: `min(70vh, ${HEADER_PX + documents.length * ROW_PX + SCROLLBAR_PX}px)` }}
    >
      <DataGrid
        label="Documents"
        columns={columns}
        rowCount={documents.length}
        cell={cell}
        version={cell}
        sort={sort}
        onSort={(key, further) => setSort(nextSort(sort, key, further))}
        onResize={setWidth}
        onMenu={({ row, column, element }) => row < 0 && openMenu(byKey.get(column.key), element)}
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

const SCROLLBAR_PX = 48;

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
