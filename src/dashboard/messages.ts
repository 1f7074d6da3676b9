import type { TileComparison } from './dashboard.ts';

const COMPARISON_LABELS: Readonly<Record<TileComparison, string>> = {
  yesterday: 'yesterday',
  week: 'a week ago',
  opened: 'the first value',
};

export const dashboardMessages = {
  addressUnknown: 'the address',
  allDocuments: 'all documents',
  byMissing: 'The tile does not say which field to count. Set by to a field.',
  changeNegative: 'expected 0 or more.',
  changeWithoutCompare: 'requires compare in the tile.',
  changedByMoreThan: (amount: string, compare: TileComparison) =>
    `changed by more than ${amount} from ${COMPARISON_LABELS[compare]}`,
  chartTooLong: (requests: number) =>
    `The service does not group, so this chart needs more than ${requests} requests. Open the tile to draw it.`,
  collectionMissing: 'collection',
  devices: 'Devices',
  documentsNotGrouped:
    'The service does not group documents. The newest ones are known only after the console has read all of them.',
  documentsUnknown:
    'The collection of the devices’ documents is unknown. Set deviceDocuments in the configuration of the console.',
  expectedBoolean: 'expected true or false.',
  expectedChoice: (values: readonly string[]) => `expected ${values.map((value) => `"${value}"`).join(', ')}.`,
  expectedInteger: (min: number, max: number) => `expected a whole number from ${min} to ${max}.`,
  expectedList: 'expected a list.',
  expectedNumber: 'expected a number.',
  expectedObject: 'expected an object.',
  expectedText: 'expected a text that is not empty.',
  expectedVersion: (version: number) => `expected ${version}.`,
  fieldAbsent: (field: string) => `The field ${field} has no value.`,
  fieldInRange: (field: string) => `${field} in range`,
  fieldIs: (field: string, values: string) => `${field} is ${values}`,
  fieldNotCountable: (field: string) => `The field ${field} has numbers or too many different values to count.`,
  fieldNotJoined: 'A filter uses a field that is not known here.',
  fieldUnknown: (field: string) => `No device has the field ${field}.`,
  forRefreshes: (count: number) => `for ${count} refreshes`,
  invalidJson: (reason: string) => `This file is not valid JSON: ${reason}.`,
  inventoryUnknown: 'The link filters by the pasted list, which exists only in the console.',
  limitWithoutNumber: 'only a tile with "show": "number" can have a limit.',
  linkDamaged: (parts: readonly string[]) => `The link is damaged. Unreadable: ${parts.join(', ')}.`,
  newerFile: (version: number) => `version ${version} requires a newer version of Fleetlens.`,
  newerTile: (show: string) => `"show": "${show}" requires a newer version of Fleetlens.`,
  noDocument: 'The query returns no document.',
  noGroups: (value: string | undefined) =>
    value === undefined
      ? 'The query forms no groups, so there are no bars.'
      : `The groups of the query have no ${value}.`,
  noValue: 'none',
  notADashboard: 'This file is not a Fleetlens dashboard.',
  notANumber: 'The value is not a number.',
  nothingToDraw: 'The documents have no number to draw.',
  nothingToCompare: 'There is no earlier number to compare with yet.',
  oneBound: 'expected exactly one of over, under and change.',
  onlyNumber: 'The link can be shown only as a number.',
  over: (amount: string) => `over ${amount}`,
  pathMissing: 'The link names no field. Add path to it.',
  refreshTimedOut: 'The refresh took too long and was stopped.',
  titleBy: (title: string, field: string) => `${title} by ${field}`,
  titleWithValue: (title: string, field: string) => `${title}, ${field}`,
  tooLarge: 'This file is larger than 256 kB.',
  totalDamaged: (parts: readonly string[]) => `The link in of is damaged. Unreadable: ${parts.join(', ')}.`,
  totalIsZero: 'The total is 0, so there is no share.',
  totalNotANumber: 'The total is not a number.',
  under: (amount: string) => `under ${amount}`,
  untitled: 'Untitled',
  unitWithoutTotal: '"%" requires of in the tile.',
};
