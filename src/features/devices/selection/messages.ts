import { pluralize } from '#lib/formatNumber.ts';

export const devicesSelectionMessages = {
  byFilters: 'by filters',
  clearSelection: 'Clear the selection',
  copiedCount: (count: number) => `Copied ${pluralize(count, 'ID')}`,
  copyIds: 'Copy IDs',
  copyRowCount: (rowCount: string) => `Copy ${rowCount}`,
  copyRowsWithHeadingsForSpreadsheet: 'Copy rows with headings for a spreadsheet (Ctrl+C)',
  copyVisibleCountAsRows: (visibleCount: string) => `Copy ${visibleCount} as rows`,
  copyingFailed: 'Copying failed: the browser blocked clipboard access',
  countOfCount2Selected: (count: string, count2: string) => `${count} of ${count2} selected`,
  exportCount: (count: string) => `Export ${count}`,
  hidden: (hidden: string) => `, ${hidden} hidden`,
  invert: 'Invert',
  message: (message: string, hidden: string) => `${message}, ${hidden} hidden by filters`,
  moreSelectionActions: 'More selection actions',
  ofCount: (count: string) => ` of ${count}`,
  restoringCountSelected: (count: string) => `Restoring ${count} selected…`,
  searchForMore: 'Search for more',
  select2ToMaxComparedDevices: (maxComparedDevices: number) => `Select 2 to ${maxComparedDevices} devices to compare`,
  selection: 'Selection',
  showOnlyThese: 'Show only these',
};
