import { ExactNumber, type JsonEntry, type OrderedJson, OrderedObject } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { type TimeUnit, toTimeValueDraft } from '#pipeline/draft/valueDraft.ts';
import type { ConversionNote } from '#pipeline/text/parsePastedQuery.ts';
import { parseUtcTime } from './convertCall.ts';
import { PositionedObject, parseExactNumber } from './toExtendedJson.ts';

export type ConversionContext = {
  getUnit: (field: string) => TimeUnit | undefined;
  /** Units chosen by the user for fields of unknown unit. */
  chosenUnits: ReadonlyMap<string, TimeUnit>;
  notes: ConversionNote[];
  /** Fields with time comparisons but unknown unit. */
  fieldsWithoutUnit: Set<string>;
};

export type ValueLocation = { field: string; name: string; at: number | undefined };

export class UnsupportedValue {
  readonly name: string;
  readonly reason: string;

  constructor(name: string, because: string) {
    this.name = name;
    this.reason = because;
  }
}

/** Position of a member in the text; undefined for generated objects. */
export function getMemberStart(object: OrderedObject, index: number): number | undefined {
  return object instanceof PositionedObject ? object.starts[index] : undefined;
}

export function isExtendedJson({ entries }: OrderedObject): boolean {
  const [name = ''] = entries[0] ?? [];
  return Object.hasOwn(VALUE_CONVERTERS, name) || Object.hasOwn(UNSUPPORTED_REASONS, name);
}

/** Converts a MongoDB value, with notes. `loosely` keeps nested operator names. */
export function convertValue(
  value: OrderedJson,
  place: ValueLocation,
  making: ConversionContext,
  keepOperators = false,
): OrderedJson | UnsupportedValue {
  if (Array.isArray(value)) {
    const items: OrderedJson[] = [];
    for (const item of value) {
      const plain = convertValue(item, place, making, keepOperators);
      if (plain instanceof UnsupportedValue) return plain;
      items.push(plain);
    }
    return items;
  }
  if (!(value instanceof OrderedObject)) return value;
  const [first] = value.entries;
  if (first?.[0].startsWith('$') && (isExtendedJson(value) || !keepOperators))
    return convertExtendedValue(first, place, making);
  const entries: JsonEntry[] = [];
  for (const [index, [name, member]] of value.entries.entries()) {
    const within = { ...place, name: `${place.name}.${name}`, at: getMemberStart(value, index) ?? place.at };
    const plain = convertValue(member, within, making, keepOperators);
    if (plain instanceof UnsupportedValue) return plain;
    entries.push([name, plain]);
  }
  return new OrderedObject(entries);
}

function convertExtendedValue(
  [type, operand]: JsonEntry,
  place: ValueLocation,
  making: ConversionContext,
): OrderedJson | UnsupportedValue {
  const value = Object.hasOwn(VALUE_CONVERTERS, type) ? VALUE_CONVERTERS[type]?.(operand, place, making) : undefined;
  if (value !== undefined) return value;
  if (type === '$expression' || type === '$span') {
    const source = typeof operand === 'string' ? operand : type;
    const name = source.replaceAll(/\s+/g, ' ');
    return new UnsupportedValue(name.length > 60 ? `${name.slice(0, 60)}…` : name, 'code is not supported');
  }
  return new UnsupportedValue(type, UNSUPPORTED_REASONS[type] ?? 'this value is not supported');
}

type ValueConverter = (
  operand: OrderedJson,
  place: ValueLocation,
  making: ConversionContext,
) => OrderedJson | undefined;

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

const UNSUPPORTED_REASONS: Readonly<Record<string, string>> = {
  $regularExpression: 'the API does not support search by pattern',
  $binary: 'the API has no binary values',
  $timestamp: 'the API has no such value',
  $minKey: 'the API has no such value',
  $maxKey: 'the API has no such value',
  $code: 'code is not supported',
};

function convertText(operand: OrderedJson, place: ValueLocation, making: ConversionContext): OrderedJson | undefined {
  if (typeof operand !== 'string') return undefined;
  addNote(making, place, `the text "${operand}"`);
  return operand;
}

function convertNumber(operand: OrderedJson, place: ValueLocation, making: ConversionContext): OrderedJson | undefined {
  const isNumber = typeof operand === 'number' || operand instanceof ExactNumber;
  const number = isNumber ? operand : typeof operand === 'string' ? parseExactNumber(operand) : undefined;
  if (number !== undefined) addNote(making, place, `the number ${number}, exactly`);
  return number;
}

/** Converts a time to the field's unit; an unknown unit is recorded in `asked`. */
function convertTime(
  operand: OrderedJson,
  place: ValueLocation,
  making: ConversionContext,
  more = '',
): OrderedJson | undefined {
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

/** Converts a relative time outside a range; it is fixed at the time of the paste. */
function convertNow(operand: OrderedJson, place: ValueLocation, making: ConversionContext): OrderedJson | undefined {
  if (typeof operand !== 'number') return undefined;
  return convertTime(Math.round(getServiceTime() + operand), place, making, ', fixed at the time of the paste');
}

function convertNowMs(operand: OrderedJson, place: ValueLocation, making: ConversionContext): OrderedJson | undefined {
  if (typeof operand !== 'number') return undefined;
  const time = Math.round(getServiceTime() + operand);
  addNote(making, place, `${time}, fixed at the time of the paste`);
  return time;
}

function toMoment(operand: OrderedJson): number | undefined {
  const [first] = operand instanceof OrderedObject ? operand.entries : [];
  const written = first?.[0] === '$numberLong' ? Number(first[1]) : operand;
  const time = typeof written === 'string' ? parseUtcTime(written) : written;
  return typeof time === 'number' && Number.isFinite(new Date(time).getTime()) ? time : undefined;
}

/** Adds one note per position, counting further values. */
function addNote({ notes }: ConversionContext, { name, at }: ValueLocation, to: string): void {
  const before = notes.findIndex((note) => note.from === name && note.status === 'changed');
  const told = notes[before];
  if (!told) notes.push({ from: name, to, status: 'changed', at });
  else {
    const [, words = told.to, more = '0'] = /^(.*), and (\d+) more$/.exec(told.to) ?? [];
    notes[before] = { ...told, to: `${words}, and ${Number(more) + 1} more` };
  }
}
