import { useCallback, useMemo, useState } from 'react';
import { devicePath } from '#paths/device.ts';
import { arranged, NO_CHOICE, withShown } from '#pipeline/documents/columnChoice.ts';
import { ColumnProfile, type DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { useColumnChoice } from './columnChoices.ts';
import type { Rows } from './useRows.ts';

type Column = GridColumn & DocumentColumn;

/** The columns of the documents that are loaded, as they were arranged for their collection, and ways to do so. */
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
    /** Every field met, whether it is shown or not. */
    met,
    /** How many fields documents have, members of objects aside. */
    fields: new Set(met.map(({ path }) => path[0])).size,
    columns,
    hidden,
    /** Undefined where nothing was chosen. */
    reset: choice === NO_CHOICE ? undefined : () => choose(() => NO_CHOICE),
    show: (keys: readonly string[]) => choose((old) => withShown(old, keys, all)),
    pin: (pinned: readonly string[]) => choose((old) => ({ ...old, pinned })),
    setWidth,
    /** Columns whose times are shown as what they are. */
    plain,
    togglePlain: (key: string) => setPlain((old) => (old.has(key) ? without(old, key) : new Set([...old, key]))),
  };
}

export type DocumentColumns = ReturnType<typeof useDocumentColumns>;

function without(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set([...keys].filter((other) => other !== key));
}

function deviceHref(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? devicePath(value) : undefined;
}
