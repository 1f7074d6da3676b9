import type { TileComparison } from './dashboard.ts';

const COMPARISON_LABELS: Readonly<Record<TileComparison, string>> = {
  yesterday: 'yesterday',
  week: 'a week ago',
  opened: 'the first value',
};

export const dashboardMessages = {
  addressUnknown: 'the address',
  changeNegative: 'expected 0 or more.',
  changeWithoutCompare: 'requires compare in the tile.',
  changedByMoreThan: (amount: string, compare: TileComparison) =>
    `changed by more than ${amount} from ${COMPARISON_LABELS[compare]}`,
  collectionMissing: 'collection',
  devices: 'Devices',
  expectedBoolean: 'expected true or false.',
  expectedChoice: (values: readonly string[]) => `expected ${values.map((value) => `"${value}"`).join(', ')}.`,
  expectedInteger: (min: number, max: number) => `expected a whole number from ${min} to ${max}.`,
  expectedList: 'expected a list.',
  expectedNumber: 'expected a number.',
  expectedObject: 'expected an object.',
  expectedText: 'expected a text that is not empty.',
  expectedVersion: (version: number) => `expected ${version}.`,
  fieldInRange: (field: string) => `${field} in range`,
  fieldIs: (field: string, values: string) => `${field} is ${values}`,
  forRefreshes: (count: number) => `for ${count} refreshes`,
  invalidJson: (reason: string) => `This file is not valid JSON: ${reason}.`,
  limitWithoutNumber: 'only a tile with "show": "number" can have a limit.',
  linkDamaged: (parts: readonly string[]) => `The link is damaged. Unreadable: ${parts.join(', ')}.`,
  newerFile: (version: number) => `version ${version} requires a newer version of Fleetlens.`,
  newerTile: (show: string) => `"show": "${show}" requires a newer version of Fleetlens.`,
  noValue: 'none',
  notADashboard: 'This file is not a Fleetlens dashboard.',
  oneBound: 'expected exactly one of over, under and change.',
  over: (amount: string) => `over ${amount}`,
  titleBy: (title: string, field: string) => `${title} by ${field}`,
  titleWithValue: (title: string, field: string) => `${title}, ${field}`,
  tooLarge: 'This file is larger than 256 kB.',
  under: (amount: string) => `under ${amount}`,
  untitled: 'Untitled',
  unitWithoutTotal: '"%" requires of in the tile.',
};
