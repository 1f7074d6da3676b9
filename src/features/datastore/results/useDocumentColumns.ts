import { useCallback, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import { isJsonObject } from '#lib/json/json.ts';
import { createConnectionSettings } from '#lib/setting.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { devicePath } from '#paths/device.ts';
import {
  arranged,
  type ColumnChoice,
  NO_CHOICE,
  readColumnChoice,
  withShown,
} from '#pipeline/documents/columnChoice.ts';
import { ColumnProfile, type DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import type { Rows } from './useRows.ts';

type Column = GridColumn & DocumentColumn;

export function useDocumentColumns({ documents, subject }: Rows, savedId: string, collection: string) {
  const [plain, setPlain] = useState<ReadonlySet<string>>(() => new Set());
  const { choice, choose } = useColumnChoice(savedId, collection);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query has other fields
  const profile = useMemo(() => new ColumnProfile(), [subject]);
  const met = useMemo(() => {
    profile.add(documents);
    return profile.columns(plain);
  }, [profile, documents, plain]);
  const { visible, hidden } = useMemo(() => arranged(met, choice), [met, choice]);
  const columns = useMemo(
    () => visible.map((column): Column => (column.label === 'deviceID' ? { ...column, href: deviceHref } : column)),
    [visible],
  );
  const all = [...columns.map(({ key }) => key), ...hidden];
  const setWidth = useCallback(
    (key: string, width: number | undefined) =>
      choose((old) => {
        const { [key]: _, ...widths } = old.widths;
        return { ...old, widths: width === undefined ? widths : { ...widths, [key]: width } };
      }),
    [choose],
  );
  return {
    /** All fields seen, including hidden ones. */
    met,
    /** Number of top-level fields. */
    fields: new Set(met.map(({ path }) => path[0])).size,
    columns,
    hidden,
    /** Undefined if the columns are unchanged from the default. */
    reset: choice === NO_CHOICE ? undefined : () => choose(() => NO_CHOICE),
    show: (keys: readonly string[]) => choose((old) => withShown(old, keys, all)),
    pin: (pinned: readonly string[]) => choose((old) => ({ ...old, pinned })),
    setWidth,
    resetWidths: () => choose((old) => ({ ...old, widths: {} })),
    /** Columns whose times are shown as raw values. */
    plain,
    togglePlain: (key: string) =>
      setPlain((old) => new Set(old.has(key) ? [...old].filter((other) => other !== key) : [...old, key])),
  };
}

function deviceHref(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? devicePath(value) : undefined;
}

type Kept = readonly (readonly [collection: string, choice: ColumnChoice])[];

const COLLECTIONS_MAX = 50;

/** Stored column choices by collection, most recent first. */
const columnChoices = createConnectionSettings<Kept>({
  name: 'documentColumns',
  fallback: [],
  read: (kept, drop) => {
    if (!Array.isArray(kept)) return undefined;
    return kept.flatMap((entry: unknown) => {
      const [collection, value] = Array.isArray(entry) ? entry : [];
      const choice = isJsonObject(value) ? readColumnChoice(value) : undefined;
      if (typeof collection === 'string' && choice) return [[collection, choice] as const];
      drop(String(collection));
      return [];
    });
  },
});

export function useColumnChoice(savedId: string, collection: string) {
  const setting = columnChoices(savedId);
  const [kept] = useSetting(setting);
  const choose = useCallback(
    (change: (choice: ColumnChoice) => ColumnChoice) => {
      const before = setting.get();
      const others = before.filter(([name]) => name !== collection);
      const next = change(before.find(([name]) => name === collection)?.[1] ?? NO_CHOICE);
      setting.set(next === NO_CHOICE ? others : [[collection, next] as const, ...others].slice(0, COLLECTIONS_MAX));
    },
    [setting, collection],
  );
  return { choice: kept.find(([name]) => name === collection)?.[1] ?? NO_CHOICE, choose };
}

/** Applies the columns of a link, once per link. */
export function useLinkedColumns(savedId: string, { collection, columns, hidden }: DatastoreState): void {
  const { choose } = useColumnChoice(savedId, collection);
  const said = columns || hidden ? JSON.stringify([columns, hidden]) : undefined;
  const take = useEffectEvent(() => choose((old) => ({ ...old, order: columns ?? [], hidden: hidden ?? [] })));
  // before the first rows are painted
  useLayoutEffect(() => {
    if (said !== undefined) take();
  }, [said]);
}
