import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { useDeviceKey } from '#features/datastore/groups/useDeviceKey.ts';
import { useResultGroups } from '#features/datastore/groups/useResultGroups.ts';
import { createListParser } from '#lib/schema.ts';
import { createPerConnectionSetting } from '#lib/setting.ts';
import {
  applyColumnChoice,
  type ColumnChoice,
  columnChoiceSchema,
  DEFAULT_COLUMN_CHOICE,
  setShownColumns,
} from '#pipeline/documents/columnChoice.ts';
import { type DocumentColumn, DocumentFieldProfile } from '#pipeline/documents/documentColumns.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { buildDeviceUrl } from '#urls/device.ts';
import { createValueRenderer } from './createValueRenderer.tsx';
import type { ResultRows } from './useResultRows.ts';

type Column = GridColumn & DocumentColumn;

export function useDocumentColumns({ documents, subject }: ResultRows, savedConnectionId: string, collection: string) {
  const result = useResultGroups();
  const deviceKey = useDeviceKey(result)?.name ?? 'deviceID';
  const [rawColumns, setRawColumns] = useState<ReadonlySet<string>>(() => new Set());
  const { choice, changeChoice } = useDocumentColumnChoice(savedConnectionId, collection);
  const groups = result?.groups;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query has other fields
  const profile = useMemo(() => new DocumentFieldProfile(), [subject]);
  const allColumns = useMemo(() => {
    profile.add(documents);
    return profile.createColumns(rawColumns, groups);
  }, [profile, documents, rawColumns, groups]);
  const { visible, hidden } = useMemo(() => applyColumnChoice(allColumns, choice), [allColumns, choice]);
  const columns = useMemo(
    () =>
      visible.map((column): Column => {
        if (column.label === deviceKey) return { ...column, type: 'id', getHref: getDeviceHref };
        const isComputed = result?.groups.values.some(({ name }) => name === column.label) ?? false;
        return { ...column, ...createValueRenderer(column, isComputed) };
      }),
    [visible, deviceKey, result],
  );
  const all = [...columns.map(({ key }) => key), ...hidden];
  const setWidth = useCallback(
    (key: string, width: number | undefined) =>
      changeChoice((old) => {
        const { [key]: _, ...widths } = old.widths;
        return { ...old, widths: width === undefined ? widths : { ...widths, [key]: width } };
      }),
    [changeChoice],
  );
  return {
    allColumns,
    fieldCount: new Set(allColumns.map(({ path }) => path[0])).size,
    columns,
    hidden,
    reset: choice === DEFAULT_COLUMN_CHOICE ? undefined : () => changeChoice(() => DEFAULT_COLUMN_CHOICE),
    show: (keys: readonly string[]) => changeChoice((old) => setShownColumns(old, keys, all)),
    pin: (pinned: readonly string[]) => changeChoice((old) => ({ ...old, pinned })),
    setWidth,
    resetWidths: () => changeChoice((old) => ({ ...old, widths: {} })),
    rawColumns,
    toggleRaw: (key: string) =>
      setRawColumns((old) => new Set(old.has(key) ? [...old].filter((other) => other !== key) : [...old, key])),
  };
}

function getDeviceHref(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? buildDeviceUrl(value) : undefined;
}

type StoredColumnChoices = readonly (readonly [collection: string, choice: ColumnChoice])[];

const STORED_COLLECTIONS_MAX = 50;

const parseChoices = createListParser(z.tuple([z.string(), columnChoiceSchema]));

const columnChoiceSettings = createPerConnectionSetting<StoredColumnChoices>({
  name: 'documentColumns',
  fallback: [],
  parse: (kept, drop) => parseChoices(kept, (entry) => drop(Array.isArray(entry) ? String(entry[0]) : 'an entry')),
});

export function useDocumentColumnChoice(savedConnectionId: string, collection: string) {
  const setting = columnChoiceSettings(savedConnectionId);
  const [kept] = useSetting(setting);
  const changeChoice = useCallback(
    (change: (choice: ColumnChoice) => ColumnChoice) => {
      const before = setting.get();
      const others = before.filter(([name]) => name !== collection);
      const next = change(before.find(([name]) => name === collection)?.[1] ?? DEFAULT_COLUMN_CHOICE);
      setting.set(
        next === DEFAULT_COLUMN_CHOICE
          ? others
          : [[collection, next] as const, ...others].slice(0, STORED_COLLECTIONS_MAX),
      );
    },
    [setting, collection],
  );
  return { choice: kept.find(([name]) => name === collection)?.[1] ?? DEFAULT_COLUMN_CHOICE, changeChoice };
}

/** Applies the columns of a link once, and removes them from the URL, so that they do not replace later choices. */
export function useApplyLinkedColumns(): void {
  const { savedConnectionId, urlQuery, show } = useDatastore();
  const { collection, columns, hidden } = urlQuery;
  const { changeChoice } = useDocumentColumnChoice(savedConnectionId, collection);
  const isLinked = columns !== undefined || hidden !== undefined;
  const apply = useEffectEvent(() => changeChoice((old) => ({ ...old, order: columns ?? [], hidden: hidden ?? [] })));
  // before the first rows are painted
  useLayoutEffect(() => {
    if (isLinked) apply();
  }, [isLinked]);
  // the router ignores navigation before its own layout effect
  useEffect(() => {
    if (isLinked) show({ columns: undefined, hidden: undefined }, true);
  }, [isLinked, show]);
}
