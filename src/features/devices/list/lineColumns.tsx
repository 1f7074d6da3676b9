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

/** What is always there: rows sorted by one of these say so already. */
const FIXED: readonly string[] = ['name', CONNECTIVITY_FIELD, 'deviceID'];

/** What is said of a time, so that it needs no heading. */
const TIME_WORDS = new Map([
  [LAST_PAIRED, 'paired'],
  ['registeredAt', 'registered'],
]);

/** Kinds whose values do not tell by themselves what they are of. */
const NAMED: readonly FieldKind[] = ['time', 'number', 'yesNo'];

/** Whoever measures needs no more of a value. */
const TEXT_MAX = 250;

/** Two lines: name and connectivity, ID and last pairing, or in place of that what the rows are sorted by. */
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

/** The column with a word before its values; a time that may be in seconds says that in its place. Times are relative. */
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
