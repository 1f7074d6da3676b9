import { COMPARISON_LABELS, type TileComparison } from './dashboard.ts';

export const dashboardMessages = {
  addressUnknown: 'the address',
  byMissing: 'The tile does not say which field to count. Set by to a field.',
  changedByMoreThan: (amount: string, compare: TileComparison) =>
    `changed by more than ${amount} from ${COMPARISON_LABELS[compare]}`,
  chartTooLong: (requests: number) =>
    `The service does not group, so this chart needs more than ${requests} requests. Open the tile to draw it.`,
  expectedBoolean: 'expected true or false.',
  expectedChoice: (values: readonly string[]) => `expected ${values.map((value) => `"${value}"`).join(', ')}.`,
  expectedInteger: (min: number, max: number) => `expected a whole number from ${min} to ${max}.`,
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
  linkDamaged: (parts: readonly string[]) => `The link is damaged. Unreadable: ${parts.join(', ')}.`,
  newerFile: (version: number) => `version ${version} requires a newer version of Fleetlens.`,
  newerTile: (show: string) => `"show": "${show}" requires a newer version of Fleetlens.`,
  noGroups: (value: string | undefined) =>
    value === undefined
      ? 'The query forms no groups, so there are no bars.'
      : `The groups of the query have no ${value}.`,
  noValue: 'none',
  notADashboard: 'This file is not a Fleetlens dashboard.',
  nothingToDraw: 'The documents have no number to draw.',
  onlyNumber: 'The link can be shown only as a number.',
  over: (amount: string) => `over ${amount}`,
  titleBy: (title: string, field: string) => `${title} by ${field}`,
  titleWithValue: (title: string, field: string) => `${title}, ${field}`,
  totalDamaged: (parts: readonly string[]) => `The link in of is damaged. Unreadable: ${parts.join(', ')}.`,
  under: (amount: string) => `under ${amount}`,
  untitled: 'Untitled',
};
