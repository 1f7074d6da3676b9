import { useEffect, useMemo, useState } from 'react';
import type { ColumnHead } from '#fleet/cells.ts';
import type { DevicesState } from '#paths/devices.ts';
import type { NarrowForm } from '#ui/grid/narrowForm.ts';
import { useTwoLines } from './useTwoLines.ts';

type Code = typeof import('./lineColumns.tsx');

let code: Code | undefined;

/**
 * The form that devices have on a phone, where they have one; `awaited` while its code has not come, which a wide page never
 * asks for. Without it there is the table.
 */
export function useLines(
  heads: readonly ColumnHead[],
  fields: readonly string[],
  sort: DevicesState['sort'],
): { lines: NarrowForm | undefined; awaited: boolean } {
  const wanted = useTwoLines();
  const [loaded, setLoaded] = useState<Code | 'none' | undefined>(code);
  useEffect(() => {
    if (!wanted || loaded) return;
    import('./lineColumns.tsx').then(
      (came) => {
        code = came;
        setLoaded(came);
      },
      () => setLoaded('none'),
    );
  }, [wanted, loaded]);
  const lines = useMemo(() => {
    if (!wanted || !loaded || loaded === 'none') return undefined;
    const known = sort.filter(({ field }) => fields.includes(field));
    return loaded.deviceLines(heads, known);
  }, [wanted, loaded, heads, fields, sort]);
  return { lines, awaited: wanted && loaded === undefined };
}
