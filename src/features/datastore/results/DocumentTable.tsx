import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { formatGroupNumber } from '#features/datastore/groups/formatGroupValue.ts';
import { useGroupDocumentsUrl } from '#features/datastore/groups/useGroupDocumentsUrl.ts';
import { useQuerySort, useResultGroups } from '#features/datastore/groups/useResultGroups.ts';
import { useSortAllGroups } from '#features/datastore/groups/useSortAllGroups.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { type DocumentColumn, getValueAtPath } from '#pipeline/documents/documentColumns.ts';
import { explainUnsupportedField, explainUnsupportedValue, parseFieldKey } from '#pipeline/documents/fieldPath.ts';
import { hasTimeKey } from '#pipeline/documents/resultGrouping.ts';
import { getDocumentKey } from '#pipeline/run/loadedRows.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { useSetting } from '#ui/browser/useSetting.ts';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import { type GridColumn, toggleSort } from '#ui/grid/gridColumn.ts';
import type { DataGridHandle, GridMenuTarget } from '#ui/grid/gridProps.ts';
import { copyToClipboard } from '#ui/notices/copyToClipboard.ts';
import { ContextMenu, type OpenContextMenu } from '#ui/overlays/Menu.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './DocumentTable.module.css';
import { createLastResultCache } from './lastResultCache.ts';
import { type ResultsState, useResults } from './ResultsProvider.tsx';
import { emptyTimesSetting } from './useResultPage.ts';
import type { ResultRows } from './useResultRows.ts';

type Props = { onOpen: (document: JsonObject) => void };

export function DocumentTable({ onOpen }: Props) {
  const { pages, show } = useDatastore();
  const [showsEmptyTimes] = useSetting(emptyTimesSetting);
  const result = useResultGroups();
  const { rows, sort, sorted, totals, arrangement } = useResults();
  const { documents, fresh, subject, key } = rows;
  const isGrouped = result !== undefined;
  const sortAll = useSortAllGroups();
  const getDocumentsUrl = useGroupDocumentsUrl(result);
  const columns = useMemo(() => {
    const [linked] = result?.groups.values ?? [];
    return arrangement.columns.map((column) =>
      column.label === linked?.name
        ? { ...column, getHref: (_: unknown, row: number) => sorted[row] && getDocumentsUrl(sorted[row]) }
        : column,
    );
  }, [arrangement.columns, result, sorted, getDocumentsUrl]);
  const cache = useService(createLastResultCache);
  const [cached] = useState(() => cache.get(key));
  const querySort = useQuerySort();
  const shownSort = sort.length === 0 && isGrouped ? querySort : sort;
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns]);
  const cell = useCallback(
    (row: number, { key }: GridColumn) => {
      const document = sorted[row];
      const column = byKey.get(key);
      return document && column && getValueAtPath(document, column.path);
    },
    [sorted, byKey],
  );
  const header = columns.find(({ isRowHeader }) => isRowHeader);
  const grid = useRef<DataGridHandle>(null);
  const root = useRef<HTMLDivElement>(null);
  useScrollAnchoring(grid, root, { documents, sorted, subject });
  const contextMenus = useContextMenus({ byKey, onOpen, getDocumentsUrl });
  const open = (row: number) => sorted[row] && onOpen(sorted[row]);
  return (
    <div ref={root} className={classes['table']}>
      <DataGrid
        ref={grid}
        label="Documents"
        columns={{
          all: columns,
          sort: shownSort,
          onSort: (column, further) => {
            const next = toggleSort(sortAll ? shownSort : sort, column, further);
            show({ sort: sortAll ? undefined : next }, true);
            sortAll?.(next.map(({ key, descending }) => ({ field: parseFieldKey(key).join('.'), descending })));
          },
          onResize: arrangement.setWidth,
          onReorder: arrangement.show,
        }}
        rows={{
          count: documents.length,
          getCellValue: cell,
          ...(header?.getHref && { getRowPath: (row: number) => header.getHref?.(cell(row, header), row) }),
          version: cell,
          scrollResetKey: `${subject} ${JSON.stringify(sort)}`,
          isNew: (row) => isNewDocument(sorted[row], fresh),
          busy: pages.current.isFetching,
        }}
        scrollRestoration={{
          initial: cached?.scrollState,
          save: (place) => cache.set(key, { scrollState: place }),
        }}
        events={{ onPreviewRow: open, onOpenRow: open, onOpenMenu: contextMenus.open }}
      />
      {totals && totals.groups > 1 && (
        <p className={`${classes['sorted']} ${shared['small']}`} translate="no">
          {[
            `total of ${formatCountWithNoun(totals.groups, 'group')}`,
            ...Object.entries(totals.sums).map(([name, sum]) => `${toVisibleText(name)} ${formatGroupNumber(sum, '')}`),
          ].join(' · ')}
        </p>
      )}
      {showsEmptyTimes && rows.more === 'yes' && hasTimeKey(result?.groups) && (
        <p className={`${classes['sorted']} ${shared['small']}`}>Empty times are listed once all groups are loaded.</p>
      )}
      {sort.length > 0 && (
        <p className={`${classes['sorted']} ${shared['small']}`}>
          {`Sorted in this browser: only the ${formatCountWithNoun(documents.length, `loaded ${isGrouped ? 'group' : 'document'}`)}.`}
        </p>
      )}
      <ContextMenu target={contextMenus.menu} onClose={contextMenus.close} />
    </div>
  );
}

type ContextMenusOptions = Props & {
  byKey: ReadonlyMap<string, DocumentColumn>;
  getDocumentsUrl: ReturnType<typeof useGroupDocumentsUrl>;
};

function useContextMenus({ byKey, onOpen, getDocumentsUrl }: ContextMenusOptions) {
  const navigate = useNavigate();
  const { sorted, arrangement, filterByValue } = useResults();
  const [menu, setMenu] = useState<OpenContextMenu>();
  const { columns, rawColumns } = arrangement;
  const openCellMenu = (row: number, column: DocumentColumn, element: HTMLElement) => {
    const document = sorted[row];
    if (!document) return false;
    const open = { label: 'Open document', aside: '↵', run: () => onOpen(document) };
    const url = getDocumentsUrl(document);
    const group = url === undefined ? [] : [{ label: 'Show documents of this group', run: () => navigate(url) }];
    const further = createCellMenuRows(document, column, filterByValue);
    setMenu({ element, label: column.label, rows: [open, ...group, ...further] });
    return true;
  };
  const openHeaderMenu = ({ key, label, time, toMs }: DocumentColumn, element: HTMLElement) => {
    const keys = columns.map((column) => column.key);
    const hide = { label: 'Hide column', run: () => arrangement.show(keys.filter((other) => other !== key)) };
    const number = time === 'iso' ? 'Show as text' : 'Show as number';
    const asTime = { label: rawColumns.has(key) ? 'Show as time' : number, run: () => arrangement.toggleRaw(key) };
    const choices = [...(toMs || rawColumns.has(key) ? [asTime] : []), ...(keys.length > 1 ? [hide] : [])];
    if (choices.length > 0) setMenu({ element, label, rows: choices });
    return choices.length > 0;
  };
  return {
    menu,
    close: () => setMenu(undefined),
    open: ({ row, column: { key }, element }: GridMenuTarget) => {
      const column = byKey.get(key);
      if (!column) return false;
      return row < 0 ? openHeaderMenu(column, element) : openCellMenu(row, column, element);
    },
  };
}

function isNewDocument(document: JsonObject | undefined, fresh: ResultRows['fresh']): boolean {
  return document !== undefined && fresh !== undefined && fresh.size > 0 && fresh.has(getDocumentKey(document));
}

function createCellMenuRows(document: JsonObject, column: DocumentColumn, only: ResultsState['filterByValue']) {
  const { key, path } = column;
  const value = getValueAtPath(document, path);
  const copy = (text: string) => void copyToClipboard(text);
  const copyPath = { label: 'Copy path', aside: key, run: () => copy(key) };
  if (value === undefined) return [copyPath];
  const refusal = explainUnsupportedField(path) ?? explainUnsupportedValue(value);
  const conditions = [
    { label: 'Only this value', run: () => only(path, value, false) },
    { label: 'Exclude this value', run: () => only(path, value, true) },
  ];
  return [
    ...(refusal ? [{ sentence: refusal }] : conditions),
    {
      label: 'Copy value',
      run: () => copy(typeof value === 'string' ? value : stringifyJson(value)),
    },
    { label: 'Copy as JSON', run: () => copy(stringifyJson(value)) },
    copyPath,
  ];
}

type AnchoredRows = Pick<ResultRows, 'documents' | 'subject'> & Pick<ResultsState, 'sorted'>;

/** Keeps the visible rows in place when others are inserted above them. At the top, new rows push them down. */
function useScrollAnchoring(
  grid: RefObject<DataGridHandle | null>,
  root: RefObject<HTMLElement | null>,
  now: AnchoredRows,
): void {
  const last = useRef(now);
  // scroll position, hover and focus can only be read from the DOM
  useLayoutEffect(() => {
    const before = last.current;
    last.current = now;
    if (before.documents === now.documents || before.subject !== now.subject) return;
    const isInUse = root.current?.matches(':hover, :focus-within') ?? false;
    const scrolled = root.current?.querySelector('[role="grid"]')?.scrollTop ?? 0;
    if (!isInUse && scrolled === 0) return;
    const rowByKey = new Map(now.sorted.map((document, row) => [getDocumentKey(document), row]));
    grid.current?.remapRows((row) => {
      const document = before.sorted[row];
      return document ? (rowByKey.get(getDocumentKey(document)) ?? -1) : -1;
    });
  });
}
