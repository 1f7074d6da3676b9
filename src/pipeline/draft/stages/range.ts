import { isJsonObject, type OrderedJsonEntry, OrderedJsonObject } from '#lib/json/json.ts';
import { formatLocalZoneOffset, formatTime, MAX_DATE_MS } from '#lib/time/time.ts';
import {
  createZonedTimeFormat,
  findTimesWithSameLocalClock,
  getLocalZoneName,
  getStartOfDayInZone,
  isZoneName,
  toWallTime,
} from '#lib/time/zones.ts';
import type { TimeUnit, ZonelessForm, ZonelessFormat } from '#pipeline/draft/valueDraft.ts';
import { areStrings, createStageObject, type StageBase, type StageDefinition } from './stageBase.ts';

const RELATIVE_PERIOD_MS = {
  '15 min': 900_000,
  '1 h': 3_600_000,
  '6 h': 21_600_000,
  '24 h': 86_400_000,
  '7 d': 604_800_000,
  '30 d': 2_592_000_000,
  today: undefined,
  yesterday: undefined,
  'this week': undefined,
} as const;

type RelativePeriod = `${number} ${keyof typeof UNIT_MS}` | 'today' | 'yesterday' | 'this week';

export const RELATIVE_PERIODS = Object.keys(RELATIVE_PERIOD_MS) as readonly (keyof typeof RELATIVE_PERIOD_MS)[]; // keys of LAST

const UNIT_MS = { d: 86_400_000, h: 3_600_000, min: 60_000, s: 1000 } as const;

/**
 * Formats a relative range such as `2 d` or `90 min`.
 * @returns undefined unless it is a whole number of seconds and at most 9999 days
 */
export function formatRelativePeriod(ms: number): RelativePeriod | undefined {
  const offered = RELATIVE_PERIODS.find((last) => RELATIVE_PERIOD_MS[last] === ms);
  if (offered || !(ms > 0)) return offered;
  const units = Object.entries(UNIT_MS) as [keyof typeof UNIT_MS, number][]; // keys of UNIT_MS
  const unit = units.find(([, length]) => ms % length === 0);
  return unit && ms / UNIT_MS.d <= 9999 ? `${ms / unit[1]} ${unit[0]}` : undefined;
}

function getPeriodMs(last: RelativePeriod): number | undefined {
  const [count, unit] = last.split(' ');
  const length = Object.entries(UNIT_MS).find(([name]) => name === unit)?.[1];
  return length && Number(count) * length;
}

function isRelativePeriod(value: unknown): value is RelativePeriod {
  return (
    RELATIVE_PERIODS.some((name) => name === value) ||
    (typeof value === 'string' && /^[1-9]\d{0,8} (?:d|h|min|s)$/.test(value))
  );
}

const UNITS: readonly TimeUnit[] = ['ms', 's', 'iso'];
const ZONES = ['local', 'utc'] as const;

type Zone = (typeof ZONES)[number];

/** Relative or absolute time range. Bounds are inclusive and in ms. */
export type TimePeriod =
  /** Name of the time zone. Old links contain `local`, the zone of the viewer. */
  { zone: string; last: RelativePeriod } | { zone: Zone; from: number | undefined; to: number | undefined };

/** Time range of a field. Values are times in `unit`, or texts without time zone (`zoneless`). */
export type TimeRange = { field: string; unit: TimeUnit; span: TimePeriod; zoneless?: ZonelessFormat | undefined };

export type TimeRangeDraft = StageBase & TimeRange & { kind: 'range' };

/**
 * Time range in relative or local terms. Drafts, links and saved queries keep this form. For each run, it becomes a
 * match stage with the bounds at that time.
 */
export const TIME_RANGE_STAGE: StageDefinition<TimeRangeDraft> = {
  name: 'Match',
  hint: 'time range',
  members: ['time'],
  extension: 'operators',
  createContent: () => ({ kind: 'range', field: 'time', unit: 'ms', span: { zone: 'local', last: '24 h' } }),
  compile: ({ field, unit, span, zoneless }) => {
    const form: OrderedJsonEntry[] = zoneless
      ? [
          ['form', zoneless.form],
          ['read', zoneless.zone],
        ]
      : [];
    return createStageObject('range', 'time', [
      ['field', field],
      ['unit', unit],
      ...form,
      ...Object.entries(span).filter(isDefinedEntry),
    ]);
  },
  parseMembers: (member) => {
    const said = member instanceof OrderedJsonObject ? new Map(member.entries) : undefined;
    const content = {
      ...{ kind: 'range', field: said?.get('field'), unit: said?.get('unit') },
      ...(said?.has('form') && { zoneless: { form: said.get('form'), zone: said.get('read') } }),
      span: {
        zone: said?.get('zone'),
        ...(said?.has('last') ? { last: said.get('last') } : { from: said?.get('from'), to: said?.get('to') }),
      },
    };
    return isTimeRange(content) ? { ...content, kind: 'range' } : undefined;
  },
  isValidContent: isTimeRange,
  describe: (stage) => `keep where ${describeTimeRange(stage)}`,
  isExtension: () => true,
  fields: 'all',
};

export function describeTimeRange({ field: name, span, zoneless }: TimeRange): string {
  const field = zoneless ? `${name} (${describeTimeZone(zoneless.zone)})` : name;
  if ('last' in span)
    return getPeriodMs(span.last) ? `${field} in the last ${span.last}` : `${field} ${describeDay(span)}`;
  const words = (['from', 'to'] as const).map((end) => {
    const time = span[end];
    if (time === undefined) return undefined;
    const isRepeated = span.zone === 'local' && findTimesWithSameLocalClock(time).length > 1;
    const offset = isRepeated ? ` (${formatLocalZoneOffset(time)})` : '';
    return `${end === 'to' && span.from === undefined ? 'up to' : end} ${formatTime(time, span.zone, 0)}${offset}`;
  });
  return [field, ...words].filter(Boolean).join(' ');
}

export function describeTimeZone(zone: string): string {
  if (zone === 'utc') return 'UTC';
  return zone === 'local' || zone === getLocalZoneName() ? 'local time' : `time in ${zone}`;
}

/** Formats the label of the range control, such as "last 24 h", "yesterday" or "from – to". */
export function describeTimePeriod(span: TimePeriod): string {
  if ('last' in span) return getPeriodMs(span.last) ? `last ${span.last}` : describeDay(span);
  if (span.from === undefined) return 'until';
  return span.to === undefined ? 'since' : 'from – to';
}

function describeDay({ last, zone }: Extract<TimePeriod, { last: RelativePeriod }>): string {
  if (zone === 'utc') return `${last} (UTC)`;
  return zone === 'local' || zone === getLocalZoneName() ? last : `${last} in ${zone}`;
}

function resolveLocalZone(span: TimePeriod): TimePeriod {
  return 'last' in span && getPeriodMs(span.last) === undefined && span.zone === 'local'
    ? { ...span, zone: getLocalZoneName() }
    : span;
}

/** Replaces local time zones by their names, so that a shared link returns the same documents. */
export function resolveLocalTimeZone<Range extends TimeRange>(range: Range): Range {
  const { span, zoneless } = range;
  const named = zoneless?.zone === 'local' ? { zoneless: { ...zoneless, zone: getLocalZoneName() } } : {};
  return { ...range, ...named, span: resolveLocalZone(span) };
}

export type PeriodBounds = { from?: number | undefined; below?: number | undefined; to?: number | undefined };

/**
 * Bounds of a range at a given time, in ms. A range up to now has no end, because clocks differ and more data may
 * arrive.
 */
export function resolvePeriodBounds(span: TimePeriod, at: number): PeriodBounds {
  if (!('last' in span)) return { from: span.from, to: span.to };
  const ms = getPeriodMs(span.last);
  if (ms !== undefined) return { from: at - ms };
  const today = getDayStart(at, span.zone, 0);
  if (span.last === 'yesterday') return { from: getDayStart(at, span.zone, -1), below: today };
  if (span.last === 'today') return { from: today };
  const weekday = new Date(toWallTime(at, span.zone)).getUTCDay();
  return { from: getDayStart(at, span.zone, weekday === 0 ? -6 : 1 - weekday) };
}

/** Formats a period with the offset of its zone. */
export function formatBounds({ from, below, to }: PeriodBounds, zone: string): string {
  const format = createZonedTimeFormat(zone === 'local' ? getLocalZoneName() : zone === 'utc' ? 'UTC' : zone);
  const ends = Object.entries({ from, to: below ?? to }).flatMap(([end, time]) =>
    time === undefined ? [] : `${end} ${format(time, 'local', 0)}`,
  );
  return ends.join(' ');
}

function getDayStart(at: number, zone: string, days: number): number {
  if (zone !== 'utc' && zone !== 'local') return getStartOfDayInZone(at, zone, days);
  const date = new Date(at);
  if (zone === 'utc') return date.setUTCHours(0, 0, 0, 0) + days * 86_400_000;
  date.setDate(date.getDate() + days);
  return date.setHours(0, 0, 0, 0);
}

function isDefinedEntry(entry: [string, unknown]): entry is [string, string | number] & OrderedJsonEntry {
  return entry[1] !== undefined;
}

function isZonelessFormat(value: unknown): value is ZonelessFormat {
  if (!isJsonObject(value)) return false;
  const { form, zone } = value;
  return ZONELESS_FORMS.some((name) => name === form) && (ZONES.some((name) => name === zone) || isZoneName(zone));
}

const ZONELESS_FORMS: readonly ZonelessForm[] = ['T', 'space', 'day'];

function isTimeRange(kept: Readonly<Record<string, unknown>>): kept is { kind: 'range' } & TimeRange {
  const { field, unit, span, zoneless } = kept;
  if (zoneless !== undefined && !(unit === 'iso' && isZonelessFormat(zoneless))) return false;
  if (!areStrings(field) || field === '' || !UNITS.some((name) => name === unit) || !isJsonObject(span)) return false;
  const { zone, last, from, to } = span;
  const isKnown = ZONES.some((name) => name === zone);
  if (last !== undefined) return isRelativePeriod(last) && (isKnown || isZoneName(zone));
  if (!isKnown) return false;
  const ends = [from, to].filter((end) => end !== undefined);
  return ends.length > 0 && ends.every((end) => typeof end === 'number' && Math.abs(end) <= MAX_DATE_MS);
}
