import { pluralize } from '#lib/formatNumber.ts';

export const devicesChangesMessages = {
  adminChanged: 'admin changed',
  allCount: (count: number) => `all ${pluralize(count, 'field')}`,
  apply: 'Apply',
  atFetched: (fetchedAt: string, changes: string) => `at ${fetchedAt}: ${changes}. Rows do not change until you apply.`,
  changes: 'Changes',
  changesShown: 'Changes shown',
  fetchedAtToFetchedAt2: (fetchedAt: string, fetchedAt2: string) => `${fetchedAt} to ${fetchedAt2}`,
  forgottenNotShown: (forgotten: number, count: string) =>
    `${pluralize(forgotten, 'older change')} not shown. Only the newest ${count} are kept.`,
  nameChanged: 'name changed',
  noChangesHaveBeenAppliedYet: 'No changes have been applied yet.',
  otherFieldsChanged: 'other fields changed',
  showChanges: 'Show changes',
  since: (since: string) => `since ${since}`,
  totalChanged: (total: string) => `${total} changed`,
  whatChanged: 'What changed',
  withAnotherAdmin: 'with another admin',
  withAnotherName: 'with another name',
  withOtherFieldsChanged: 'with other fields changed',
};
