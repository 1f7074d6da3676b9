import { formatCountWithNoun } from '#lib/formatNumber.ts';

export const gridMessages = {
  cellEmpty: (column: string) => `${column} is empty: nothing to copy`,
  copiedCell: (column: string) => `Copied ${column}`,
  copiedRows: (count: number) => `Copied ${formatCountWithNoun(count, 'row')} with headings`,
  newRow: 'new',
  previewTooltip: 'Preview (P)',
  resizeTooltip: 'Drag to resize; double-click to fit',
  rowMenu: (row: string) => `Menu of row ${row}`,
  selectAllRows: 'Select all rows',
  selectAllRowsTooltip: 'Select all rows (Ctrl+A)',
  selectRow: (name: string) => `Select ${name}`,
  sortTooltip: 'Sort; Shift-click to sort by several columns',
  copyTooLarge: 'The browser could not copy this many rows. Export them instead',
};
