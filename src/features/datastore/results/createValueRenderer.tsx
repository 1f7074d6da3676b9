import { isNumberOrExact } from '#lib/group/decimal.ts';
import { stringifyJson } from '#lib/json/json.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { JsonValue } from '#ui/values/JsonValue.tsx';
import { PlainText } from '#ui/values/PlainText.tsx';

/**
 * Renders the values of a column. Text among numbers is in quotes, so that "25" differs from 25. Numbers computed for
 * groups have thousands separators, and all of their digits.
 */
export function createValueRenderer(
  column: DocumentColumn,
  isComputed: boolean,
): Pick<GridColumn, 'render' | 'getText'> {
  if (column.toMs || !(isComputed || column.isMixed)) return {};
  const format = (value: unknown) => {
    if (typeof value === 'string' && column.isMixed) return stringifyJson(value);
    if (!isComputed || !isNumberOrExact(value)) return undefined;
    return String(value).replace(/^-?\d+/, (digits) => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ','));
  };
  return {
    render: (value) => {
      const text = format(value);
      return text === undefined ? <JsonValue value={value} /> : <PlainText text={text} />;
    },
    getText: (value) => format(value) ?? (typeof value === 'string' ? value : stringifyJson(value ?? null)),
  };
}
