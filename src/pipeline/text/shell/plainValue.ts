import { ExactNumber, type JsonEntry, type OrderedJson, OrderedObject } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { type TimeUnit, timeText } from '#pipeline/draft/value.ts';
import type { Note } from '#pipeline/text/paste.ts';
import { utcTime } from './shellCalls.ts';
import { numberIn, PlacedObject } from './shellValue.ts';

export type Making = {
  unitOf: (field: string) => TimeUnit | undefined;
  /** Units chosen by the user for fields of unknown unit. */
  chosen: ReadonlyMap<string, TimeUnit>;
  notes: Note[];
  /** Fields with time comparisons but unknown unit. */
  asked: Set<string>;
};

export type Place = { field: string; name: string; at: number | undefined };

export class NotUnderstood {
  readonly name: string;
  readonly because: string;

  constructor(name: string, because: string) {
    this.name = name;
    this.because = because;
  }
}

/** Position of a member in the text; undefined for generated objects. */
export function startOf(object: OrderedObject, index: number): number | undefined {
  return object instanceof PlacedObject ? object.starts[index] : undefined;
}

export function isExtended({ entries }: OrderedObject): boolean {
  const [name = ''] = entries[0] ?? [];
  return Object.hasOwn(VALUES, name) || Object.hasOwn(REFUSED, name);
}

/** Converts a MongoDB value, with notes. `loosely` keeps nested operator names. */
export function plainValue(
  value: OrderedJson,
  place: Place,
  making: Making,
  loosely = false,
): OrderedJson | NotUnderstood {
  if (Array.isArray(value)) {
    const items: OrderedJson[] = [];
    for (const item of value) {
      const plain = plainValue(item, place, making, loosely);
      if (plain instanceof NotUnderstood) return plain;
      items.push(plain);
    }
    return items;
  }
  if (!(value instanceof OrderedObject)) return value;
  const [first] = value.entries;
  if (first?.[0].startsWith('$') && (isExtended(value) || !loosely)) return extendedValue(first, place, making);
  const entries: JsonEntry[] = [];
  for (const [index, [name, member]] of value.entries.entries()) {
    const within = { ...place, name: `${place.name}.${name}`, at: startOf(value, index) ?? place.at };
    const plain = plainValue(member, within, making, loosely);
    if (plain instanceof NotUnderstood) return plain;
    entries.push([name, plain]);
  }
  return new OrderedObject(entries);
}

function extendedValue([type, operand]: JsonEntry, place: Place, making: Making): OrderedJson | NotUnderstood {
  const value = Object.hasOwn(VALUES, type) ? VALUES[type]?.(operand, place, making) : undefined;
  if (value !== undefined) return value;
  if (type === '$expression' || type === '$span') {
    const source = typeof operand === 'string' ? operand : type;
    const name = source.replaceAll(/\s+/g, ' ');
    return new NotUnderstood(name.length > 60 ? `${name.slice(0, 60)}…` : name, 'code is not run');
  }
  return new NotUnderstood(type, REFUSED[type] ?? 'there is no such value here');
}

type Value = (operand: OrderedJson, place: Place, making: Making) => OrderedJson | undefined;

const VALUES: Readonly<Record<string, Value>> = {
  $oid: textIn,
  $uuid: textIn,
  $numberLong: exactly,
  $numberInt: exactly,
  $numberDouble: exactly,
  $numberDecimal: exactly,
  $date: timeIn,
  $now: nowIn,
  $nowMs: nowMsIn,
  $expression: () => undefined,
  $span: () => undefined,
};

const REFUSED: Readonly<Record<string, string>> = {
  $regularExpression: 'the interface has no search by pattern',
  $binary: 'the interface has no binary values',
  $timestamp: 'the interface has no such value',
  $minKey: 'the interface has no such value',
  $maxKey: 'the interface has no such value',
  $code: 'code is not run',
};

function textIn(operand: OrderedJson, place: Place, making: Making): OrderedJson | undefined {
  if (typeof operand !== 'string') return undefined;
  tell(making, place, `the text "${operand}"`);
  return operand;
}

function exactly(operand: OrderedJson, place: Place, making: Making): OrderedJson | undefined {
  const isNumber = typeof operand === 'number' || operand instanceof ExactNumber;
  const number = isNumber ? operand : typeof operand === 'string' ? numberIn(operand) : undefined;
  if (number !== undefined) tell(making, place, `the number ${number}, exactly`);
  return number;
}

/** Converts a time to the field's unit; an unknown unit is recorded in `asked`. */
function timeIn(operand: OrderedJson, place: Place, making: Making, more = ''): OrderedJson | undefined {
  const time = momentOf(operand);
  if (time === undefined) return undefined;
  const known = making.unitOf(place.field);
  if (!known) making.asked.add(place.field);
  const unit = known ?? making.chosen.get(place.field) ?? 'ms';
  const { type, text } = timeText(time, unit);
  const said = unit === 'iso' ? `the text "${text}"` : `${text}, ${new Date(time).toISOString()} as epoch ${unit}`;
  tell(making, place, `${said}${more}`);
  return type === 'number' ? parseOrderedJson(text) : text;
}

/** Converts a relative time outside a range; it is fixed at the time of the paste. */
function nowIn(operand: OrderedJson, place: Place, making: Making): OrderedJson | undefined {
  if (typeof operand !== 'number') return undefined;
  return timeIn(Math.round(getServiceTime() + operand), place, making, ', fixed at the time of the paste');
}

function nowMsIn(operand: OrderedJson, place: Place, making: Making): OrderedJson | undefined {
  if (typeof operand !== 'number') return undefined;
  const time = Math.round(getServiceTime() + operand);
  tell(making, place, `${time}, fixed at the time of the paste`);
  return time;
}

function momentOf(operand: OrderedJson): number | undefined {
  const [first] = operand instanceof OrderedObject ? operand.entries : [];
  const written = first?.[0] === '$numberLong' ? Number(first[1]) : operand;
  const time = typeof written === 'string' ? utcTime(written) : written;
  return typeof time === 'number' && Number.isFinite(new Date(time).getTime()) ? time : undefined;
}

/** Adds one note per position, counting further values. */
function tell({ notes }: Making, { name, at }: Place, to: string): void {
  const before = notes.findIndex((note) => note.from === name && note.fate === 'changed');
  const told = notes[before];
  if (!told) notes.push({ from: name, to, fate: 'changed', at });
  else {
    const [, words = told.to, more = '0'] = /^(.*), and (\d+) more$/.exec(told.to) ?? [];
    notes[before] = { ...told, to: `${words}, and ${Number(more) + 1} more` };
  }
}
