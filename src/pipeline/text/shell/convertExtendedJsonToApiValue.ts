import { ExactNumber, type OrderedJsonEntry, OrderedJsonObject, type OrderedJsonValue } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { type TimeUnit, toTimeValueDraft } from '#pipeline/draft/valueDraft.ts';
import type { ConversionNote } from '#pipeline/text/parsePastedQuery.ts';
import { parseUtcTime } from './convertCallToExtendedJson.ts';
import { PositionedObject, parseExactNumber } from './toExtendedJson.ts';

export type ConversionContext = {
  getUnit: (field: string) => TimeUnit | undefined;
  chosenUnits: ReadonlyMap<string, TimeUnit>;
  notes: ConversionNote[];
  fieldsWithoutUnit: Set<string>;
};

export type ValueLocation = { field: string; name: string; at: number | undefined };

export class UnsupportedValueError extends Error {
  override readonly name: string;

  constructor(name: string, reason: string) {
    super(reason);
    this.name = name;
  }
}

export function getMemberStart(object: OrderedJsonObject, index: number): number | undefined {
  return object instanceof PositionedObject ? object.starts[index] : undefined;
}

export function isExtendedJson({ entries }: OrderedJsonObject): boolean {
  const [name = ''] = entries[0] ?? [];
  return Object.hasOwn(VALUE_CONVERTERS, name) || Object.hasOwn(UNSUPPORTED_REASONS, name);
}

/**
 * Converts a MongoDB value, with notes. `keepOperators` keeps nested operator names.
 * @throws UnsupportedValueError
 */
export function convertExtendedJsonToApiValue(
  value: OrderedJsonValue,
  location: ValueLocation,
  context: ConversionContext,
  keepOperators = false,
): OrderedJsonValue {
  if (Array.isArray(value))
    return value.map((item) => convertExtendedJsonToApiValue(item, location, context, keepOperators));
  if (!(value instanceof OrderedJsonObject)) return value;
  const [first] = value.entries;
  if (first?.[0].startsWith('$') && (isExtendedJson(value) || !keepOperators))
    return convertExtendedValue(first, location, context);
  return new OrderedJsonObject(
    value.entries.map(([name, member], index) => {
      const within = { ...location, name: `${location.name}.${name}`, at: getMemberStart(value, index) ?? location.at };
      return [name, convertExtendedJsonToApiValue(member, within, context, keepOperators)];
    }),
  );
}

function convertExtendedValue(
  [type, operand]: OrderedJsonEntry,
  place: ValueLocation,
  making: ConversionContext,
): OrderedJsonValue {
  const value = Object.hasOwn(VALUE_CONVERTERS, type) ? VALUE_CONVERTERS[type]?.(operand, place, making) : undefined;
  if (value !== undefined) return value;
  if (type === '$expression' || type === '$span') {
    const source = typeof operand === 'string' ? operand : type;
    const name = source.replaceAll(/\s+/g, ' ');
    throw new UnsupportedValueError(name.length > 60 ? `${name.slice(0, 60)}…` : name, 'code is not supported');
  }
  throw new UnsupportedValueError(type, UNSUPPORTED_REASONS[type] ?? 'this value is not supported');
}

type ValueConverter = (
  operand: OrderedJsonValue,
  place: ValueLocation,
  making: ConversionContext,
) => OrderedJsonValue | undefined;

const VALUE_CONVERTERS: Readonly<Record<string, ValueConverter>> = {
  $oid: convertText,
  $uuid: convertText,
  $numberLong: convertNumber,
  $numberInt: convertNumber,
  $numberDouble: convertNumber,
  $numberDecimal: convertNumber,
  $date: convertTime,
  $now: convertNow,
  $nowMs: convertNowMs,
  $expression: () => undefined,
  $span: () => undefined,
};

export const PATTERN_NOT_SUPPORTED = 'the API does not support search by pattern';
const VALUE_NOT_SUPPORTED = 'the API does not support this type of value';

const UNSUPPORTED_REASONS: Readonly<Record<string, string>> = {
  $regularExpression: PATTERN_NOT_SUPPORTED,
  $binary: 'the API does not support binary values',
  $timestamp: VALUE_NOT_SUPPORTED,
  $minKey: VALUE_NOT_SUPPORTED,
  $maxKey: VALUE_NOT_SUPPORTED,
  $code: 'code is not supported',
};

function convertText(
  operand: OrderedJsonValue,
  place: ValueLocation,
  making: ConversionContext,
): OrderedJsonValue | undefined {
  if (typeof operand !== 'string') return undefined;
  addNote(making, place, `the text "${operand}"`);
  return operand;
}

function convertNumber(
  operand: OrderedJsonValue,
  place: ValueLocation,
  making: ConversionContext,
): OrderedJsonValue | undefined {
  const isNumber = typeof operand === 'number' || operand instanceof ExactNumber;
  const number = isNumber ? operand : typeof operand === 'string' ? parseExactNumber(operand) : undefined;
  if (number !== undefined) addNote(making, place, `the number ${String(number)}, exactly`);
  return number;
}

/** Converts a time to the unit of its field. If the unit is unknown, records the field. */
function convertTime(
  operand: OrderedJsonValue,
  place: ValueLocation,
  making: ConversionContext,
  more = '',
): OrderedJsonValue | undefined {
  const time = toMoment(operand);
  if (time === undefined) return undefined;
  const known = making.getUnit(place.field);
  if (!known) making.fieldsWithoutUnit.add(place.field);
  const unit = known ?? making.chosenUnits.get(place.field) ?? 'ms';
  const { type, text } = toTimeValueDraft(time, unit);
  const said = unit === 'iso' ? `the text "${text}"` : `${text}, ${new Date(time).toISOString()} as epoch ${unit}`;
  addNote(making, place, `${said}${more}`);
  return type === 'number' ? parseOrderedJson(text) : text;
}

/** Converts a relative time outside of a range. The result is fixed at the time of the paste. */
function convertNow(
  operand: OrderedJsonValue,
  place: ValueLocation,
  making: ConversionContext,
): OrderedJsonValue | undefined {
  if (typeof operand !== 'number') return undefined;
  return convertTime(Math.round(getServiceTime() + operand), place, making, ', fixed at the time of the paste');
}

function convertNowMs(
  operand: OrderedJsonValue,
  place: ValueLocation,
  making: ConversionContext,
): OrderedJsonValue | undefined {
  if (typeof operand !== 'number') return undefined;
  const time = Math.round(getServiceTime() + operand);
  addNote(making, place, `${time}, fixed at the time of the paste`);
  return time;
}

function toMoment(operand: OrderedJsonValue): number | undefined {
  const [first] = operand instanceof OrderedJsonObject ? operand.entries : [];
  const written = first?.[0] === '$numberLong' ? Number(first[1]) : operand;
  const time = typeof written === 'string' ? parseUtcTime(written) : written;
  return typeof time === 'number' && Number.isFinite(new Date(time).getTime()) ? time : undefined;
}

function addNote({ notes }: ConversionContext, { name, at }: ValueLocation, to: string): void {
  const before = notes.findIndex((note) => note.from === name && note.status === 'changed');
  const told = notes[before];
  if (!told) notes.push({ from: name, to, status: 'changed', at });
  else {
    const [, words = told.to, more = '0'] = /^(.*), and (\d+) more$/.exec(told.to) ?? [];
    notes[before] = { ...told, to: `${words}, and ${Number(more) + 1} more` };
  }
}
