import { useMemo } from 'react';
import { useTwoLines } from '#features/devices/columns/useTwoLines.ts';
import type { ColumnHead } from '#fleet/model/cells.ts';
import { Later } from '#lib/later.ts';
import type { DevicesState } from '#paths/devices.ts';
import type { NarrowForm } from '#ui/grid/columns/narrowForm.ts';
import { useLater } from '#ui/states/loaded.tsx';

const columns = new Later(() => import('./lineColumns.tsx'));

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
  const { code, failure } = useLater(columns, wanted ? 'now' : 'never');
  const lines = useMemo(() => {
    if (!wanted || !code) return undefined;
    const known = sort.filter(({ field }) => fields.includes(field));
    return code.deviceLines(heads, known);
  }, [wanted, code, heads, fields, sort]);
  return { lines, awaited: wanted && !code && !failure };
}
