import { formatCountWithNoun } from '#lib/formatNumber.ts';

export const gridMessages = {
  cellEmpty: (column: string) => `${column} is empty: nothing to copy`,
  copiedCell: (column: string) => `Copied ${column}`,
  copiedRows: (count: number) => `Copied ${formatCountWithNoun(count, 'row')} with headings`,
  rowMenu: (row: string) => `Menu of row ${row}`,
  selectRow: (name: string) => `Select ${name}`,
};
