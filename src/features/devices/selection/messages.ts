import { formatCountWithNoun } from '#lib/formatNumber.ts';

export const devicesSelectionMessages = {
  compareLimit: (maxComparedDevices: number) => `Select 2 to ${maxComparedDevices} devices to compare`,
  copiedIds: (count: number) => `Copied ${formatCountWithNoun(count, 'ID')}`,
  copyIds: 'Copy IDs',
  copyRows: (rowCount: string) => `Copy ${rowCount}`,
  copyVisibleRows: (visibleCount: string) => `Copy ${visibleCount} as rows`,
  copyingFailed: 'Copying failed: the browser blocked clipboard access',
  exportSelected: (count: string) => `Export ${count}`,
  hiddenSuffix: (hidden: string) => `, ${hidden} hidden`,
  invert: 'Invert',
  messageWithHidden: (message: string, hidden: string) => `${message}, ${hidden} hidden by filters`,
  moreSelectionActions: 'More selection actions',
  ofAllDevices: (count: string) => ` of ${count}`,
  restoringSelection: (count: string) => `Restoring ${count} selected…`,
  selectedOfAll: (selected: string, all: string) => `${selected} of ${all} selected`,
  showOnlyThese: 'Show only these',
};
