import { formatCountWithNoun } from '#lib/formatNumber.ts';

export const devicesChangesMessages = {
  adminChanged: 'admin changed',
  allFields: (count: number) => `all ${formatCountWithNoun(count, 'field')}`,
  apply: 'Apply',
  changes: 'Changes',
  changesShown: 'Changes shown',
  countOfChangedDevices: (count: string) => `${count} changed`,
  countOfDroppedChanges: (dropped: number, kept: string) =>
    `${formatCountWithNoun(dropped, 'older change')} not shown. Only the newest ${kept} are kept.`,
  fetchTimes: (from: string, to: string) => `${from} to ${to}`,
  nameChanged: 'name changed',
  noChangesApplied: 'No changes have been applied yet.',
  otherFieldsChanged: 'other fields changed',
  pendingChanges: (fetchedAt: string, changes: string) =>
    `at ${fetchedAt}: ${changes}. Rows do not change until you apply.`,
  showChanges: 'Show changes',
  sinceTime: (time: string) => `since ${time}`,
  whatChanged: 'What changed',
  withAnotherAdmin: 'with another admin',
  withAnotherName: 'with another name',
  withOtherFieldsChanged: 'with other fields changed',
};
