import { formatCountWithNoun } from '#lib/formatNumber.ts';

export const fleetModelMessages = {
  countMismatch: (reported: string, received: string) =>
    `The service reports nDevices ${reported}, but its list has ${received} entries.`,
  entriesSkipped: (count: string, positions: string) =>
    `${count} list entries are not records and were skipped: ${positions}.`,
  entryKind: (position: string, kind: string) => `entry ${position} is ${kind}`,
  entrySkipped: (positions: string) => `1 list entry is not a record and was skipped: ${positions}.`,
  listIncomplete: (received: string) => `The list is incomplete: ${received} were received.`,
  moreSuffix: ', and more',
  receivedMore: (received: string, extra: string) => `${received}, ${extra} more than reported,`,
  recordInvalid: '1 record does not match the API. It is marked in its row.',
  recordsInvalid: (count: string) => `${count} records do not match the API. They are marked in their rows.`,
  tooManyFields: (count: number, fields: string) =>
    `The records have at least ${formatCountWithNoun(count, 'more field')} than can be shown: ${fields}, …`,
};
