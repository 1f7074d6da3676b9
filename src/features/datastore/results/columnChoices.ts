import { useCallback } from 'react';
import { isJsonObject } from '#lib/json/json.ts';
import { settingByConnection } from '#lib/setting.ts';
import { type ColumnChoice, NO_CHOICE, readColumnChoice } from '#pipeline/documents/columnChoice.ts';
import { useSetting } from '#ui/browser/useSetting.ts';

type Kept = readonly (readonly [collection: string, choice: ColumnChoice])[];

/** Collections whose columns are remembered. */
const COLLECTIONS_MAX = 50;

/** How the columns of each collection were arranged, the one arranged last first. */
const columnChoices = settingByConnection<Kept>({
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

/** How the columns of a collection are arranged on this browser, and the way to arrange them otherwise. */
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
