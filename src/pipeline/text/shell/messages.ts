import { formatCountWithNoun } from '#lib/formatNumber.ts';

/** Notes on the conversion of a pasted query. */
export const conversionMessages = {
  andSupportedOnly: 'only conditions joined with AND are supported',
  binaryNotSupported: 'the API does not support binary values',
  codeNotSupported: 'code is not supported',
  computedFieldNotSupported: 'fields can be kept or dropped, not computed; kept as JSON, switched off',
  computedValuesNotSupported: 'computed values are not supported',
  documentIdDropped: 'documentID is dropped',
  exactNumber: (number: string) => `the number ${number}, exactly`,
  fixedTimeSuffix: ', fixed at the time of the paste',
  keepsAndDrops: 'it both keeps and drops fields',
  keptAsJson: (reason: string) => `${reason}; kept as JSON, switched off`,
  match: (conditions: number) => `Match, ${formatCountWithNoun(conditions, 'condition')}`,
  onField: (field: string, message: string) => `on ${field}: ${message}`,
  operatorNotSupported: 'this operator is not supported',
  patternNotSupported: 'the API does not support search by pattern',
  project: (fields: string) => `Project, ${fields}`,
  projectWithout: (fields: string) => `Project, without ${fields}`,
  rangeEndIgnored: 'ignored: the range has no end',
  relativeRange: (period: string) => `range of the last ${period}, recalculated at each run`,
  severalStagesSuffix: (count: number) => `, in ${count} stages because a field has several conditions`,
  sortBy: (fields: string) => `Sort by ${fields}`,
  sortDirectionInvalid: (field: string) => `${field} must be sorted by 1 or -1`,
  stageKeptAsJson: (reason: string) => `${reason}; its stage is kept as JSON, switched off`,
  stageNotSupported: 'this stage is not supported',
  text: (text: string) => `the text "${text}"`,
  textSearchNotSupported: 'the API does not support text search',
  timeInUnit: (value: string, time: string, unit: string) => `${value}, ${time} as epoch ${unit}`,
  unchanged: 'unchanged',
  valueNotInApi: 'the API does not support this type of value',
  valueNotSupported: 'this value is not supported',
  groupKeyNotSupported: (operator: string) =>
    `it groups by ${operator || 'a constant'}, and groups are formed by fields and $dateTrunc`,
  groupNotByUnit: (units: string) => `its $dateTrunc is not a field per ${units}`,
  groupWithoutId: 'it has no _id to group by',
  groupZoneNotName: 'its time zone is not a name',
  accumulatorNotSupported: (name: string, accumulators: string) =>
    `in ${name}: groups compute ${accumulators} of a field; kept as JSON, switched off`,
  convertedGroup: (keys: string, count: number) =>
    `Group ${keys ? `by ${keys}` : 'of all documents'}, ${count} computed`,
  weeksStartOnMonday: 'weeks start on Monday',
};
