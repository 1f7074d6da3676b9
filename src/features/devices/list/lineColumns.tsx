import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import { gridColumn } from '#features/devices/columns/columnChoice.ts';
import { type FieldKind, kindOf } from '#fields/deviceField.ts';
import type { ColumnHead } from '#fleet/model/cells.ts';
import { isNever } from '#lib/time/time.ts';
import { cellContent } from '#ui/grid/cellContent.tsx';
import { cellText, isDoubtful } from '#ui/grid/cellText.ts';
import { type NarrowForm, narrowForm, type TwoLines } from '#ui/grid/columns/twoLines.tsx';
import type { GridColumn } from '#ui/grid/gridColumn.ts';

const LAST_PAIRED = 'lastPairedAt';

const FIXED: readonly string[] = ['name', CONNECTIVITY_FIELD, 'deviceID'];

const TIME_WORDS = new Map([
  [LAST_PAIRED, 'paired'],
  ['registeredAt', 'registered'],
]);

/** Kinds whose values need the name of their field. */
const NAMED: readonly FieldKind[] = ['time', 'number', 'yesNo'];

/** Maximum length of the text, in characters; enough to measure a cell. */
const TEXT_MAX = 250;

/** Columns of a row of two lines: name and connectivity; ID and last pairing, or the sort field. */
export function lineColumns(heads: readonly ColumnHead[], sort: readonly { field: string }[]): TwoLines {
  const by = sort.find(({ field }) => !FIXED.includes(field))?.field ?? LAST_PAIRED;
  return [
    gridColumn('name', heads),
    gridColumn(CONNECTIVITY_FIELD, heads),
    { ...gridColumn('deviceID', heads), heading: true },
    named(gridColumn(by, heads), kindOf(by, heads.find(({ name }) => name === by)?.storage)),
  ];
}

export function deviceLines(heads: readonly ColumnHead[], sort: readonly { field: string }[]): NarrowForm {
  return narrowForm(lineColumns(heads, sort));
}

/** Prefixes values with the field's name; a time that may be in seconds is marked instead. Times are relative. */
function named(column: GridColumn, kind: FieldKind): GridColumn {
  if (!NAMED.includes(kind)) return column;
  const { key } = column;
  const word = TIME_WORDS.get(key) ?? key;
  const never = (value: unknown) => kind === 'time' && isNever(value);
  const before = (value: unknown) => (kind === 'time' && isDoubtful(value, column) ? '' : `${word} `);
  return {
    ...column,
    text: (value) => (never(value) ? `never ${word}` : before(value) + cellText(value, column, 'relative', TEXT_MAX)),
    draw: (value) => {
      if (never(value)) return `never ${word}`;
      const { content, title } = cellContent(value, { ...column, width: 0 }, 'relative');
      return (
        <span title={title}>
          {before(value)}
          {content}
        </span>
      );
    },
  };
}
