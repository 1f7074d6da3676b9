import type { DateTruncUnit } from '#lib/group/groupSpec.ts';
import { type OrderedJsonEntry, OrderedJsonObject } from '#lib/json/json.ts';
import { convertWallTimeToUtcMs, toWallTime } from '#lib/time/zones.ts';
import {
  formatBounds,
  type PeriodBounds,
  resolvePeriodBounds,
  type TimeRange,
  type TimeRangeDraft,
} from '#pipeline/draft/stages/range.ts';
import { createStageBase, createStageObject } from '#pipeline/draft/stages/stageBase.ts';
import { toStageDraft } from './compileDraft.ts';
import { insertStage, type QueryDraft, removeStage, replaceStage } from './queryDraft.ts';
import {
  formatZonelessTime,
  parseValueDraft,
  toTimeValueDraft,
  type ValueDraft,
  type ZonelessFormat,
} from './valueDraft.ts';

export function findTimeRangeStage({ stages }: QueryDraft): TimeRangeDraft | undefined {
  const ranges = stages.filter((stage) => stage.kind === 'range');
  return ranges.find(({ enabled }) => enabled) ?? ranges[0];
}

export function setTimeRangeStage(draft: QueryDraft, range: TimeRange | undefined): QueryDraft {
  const old = findTimeRangeStage(draft);
  if (!range) return old ? removeStage(draft, old.key) : draft;
  const card = old ? { ...old, enabled: true } : { ...createStageBase(), kind: 'range' as const, collapsed: true };
  const stage: TimeRangeDraft = { ...card, ...range, zoneless: range.zoneless };
  return old ? replaceStage(draft, stage) : insertStage(draft, 0, stage);
}

export function isRelativeTimeRange({ span }: TimeRange): boolean {
  return 'last' in span;
}

/** Chooses the unit in which groups over a time range, at a given time (ms), are as many as a chart can show. */
export function chooseGroupUnit({ span }: TimeRange, at: number): DateTruncUnit {
  const { from = 0, below, to } = resolvePeriodBounds(span, at);
  const days = ((below ?? to ?? at) - from) / DAY_MS;
  return days <= 2 ? 'hour' : days <= 90 ? 'day' : days <= 730 ? 'week' : 'month';
}

/** Creates the match stage for a time range at a given time (ms). Requires a service with the operators extension. */
export function buildTimeRangeMatchStage(range: TimeRange, at: number): OrderedJsonObject {
  return buildBoundsMatchStage(range, resolvePeriodBounds(range.span, at));
}

function buildBoundsMatchStage(range: TimeRange, { from, below, to }: PeriodBounds): OrderedJsonObject {
  if (range.zoneless)
    return resolveZonelessRange(range.field, range.zoneless, { from, below: below ?? getNextSecond(to) });
  const bounds: [string, number | undefined][] = [
    ['$gte', from],
    ['$lt', below],
    ['$lte', to],
  ];
  const entries = bounds.flatMap(([wire, time]): OrderedJsonEntry[] => {
    const said = time === undefined ? undefined : toTimeValueDraft(time, range.unit);
    const read = said && parseValueDraft(wire === '$lte' ? toWholeSecond(said) : said);
    return read && 'value' in read ? [[wire, read.value]] : [];
  });
  return createStageObject('match', 'filter', [[range.field, new OrderedJsonObject(entries)]]);
}

/** Returns the end of an inclusive second, as an exclusive bound. Texts may or may not have fractional seconds. */
function getNextSecond(to: number | undefined): number | undefined {
  return to === undefined ? undefined : Math.floor(to / 1000) * 1000 + 1000;
}

function resolveZonelessRange(
  field: string,
  zoneless: ZonelessFormat,
  { from, below }: { from: number | undefined; below: number | undefined },
): OrderedJsonObject {
  const entries: OrderedJsonEntry[] = [];
  if (from !== undefined) entries.push(['$gte', formatZonelessTime(from, zoneless)]);
  if (below !== undefined) entries.push(['$lt', formatZonelessTime(below, zoneless)]);
  return createStageObject('match', 'filter', [[field, new OrderedJsonObject(entries)]]);
}

/**
 * Removes the fraction of a second. As text, `12:04:31Z` sorts after every `12:04:31.…`, and so is the inclusive end of
 * that second.
 */
function toWholeSecond({ type, text }: ValueDraft): ValueDraft {
  return { type, text: type === 'text' ? text.replace(/\.(?:000|999)Z$/, 'Z') : text };
}

/**
 * Resolves the time ranges of a pipeline at a time (ms).
 * @returns the same array if there are no time ranges
 */
export function resolveTimeRanges(pipeline: readonly OrderedJsonObject[], at: number): readonly OrderedJsonObject[] {
  const ranges = pipeline.map(parseRangeStage);
  if (!ranges.some(Boolean)) return pipeline;
  return pipeline.map((stage, index) => {
    const range = ranges[index];
    return range ? buildTimeRangeMatchStage(range, at) : stage;
  });
}

export function hasRelativeTimeRange(pipeline: readonly OrderedJsonObject[]): boolean {
  return pipeline.some((stage) => {
    const range = parseRangeStage(stage);
    return range !== undefined && isRelativeTimeRange(range);
  });
}

export type ShiftedPeriod = {
  pipeline: readonly OrderedJsonObject[];
  /** Field of the time range. */
  field: string;
  /** The period in absolute terms, such as `from … to …`. */
  text: string;
  /** Converts a time of the period before to the current period, on the clock of a zone, in ms. */
  toCurrent: (time: number, zone: string) => number;
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const CALENDAR_PERIOD_MS: Readonly<Record<string, number>> = {
  today: DAY_MS,
  yesterday: DAY_MS,
  'this week': 7 * DAY_MS,
};

/** Finds the time range of a pipeline with its bounds in ms, which are undefined where it is open. */
export function findTimeRange(pipeline: readonly OrderedJsonObject[], at: number) {
  for (const [index, stage] of pipeline.entries()) {
    const range = parseRangeStage(stage);
    if (!range) continue;
    const { from, to, below = to ?? ('last' in range.span ? at : undefined) } = resolvePeriodBounds(range.span, at);
    return { ...range, index, from, below };
  }
  return undefined;
}

/**
 * Moves the time range of a pipeline to the period before, on the clock of its zone. A period of the calendar that has
 * not ended is compared with the same part of the one before: "today" with yesterday until this time of day.
 * @returns the reason if there is no such period
 */
export function shiftToPeriodBefore(pipeline: readonly OrderedJsonObject[], at: number): ShiftedPeriod | string {
  const range = findTimeRange(pipeline, at);
  if (!range) return 'Choose a time range to compare it with the period before.';
  const { span, from, below, index } = range;
  if (from === undefined || below === undefined) return 'The time range has no start or no end.';
  const [start, end] = [toWallTime(from, span.zone), toWallTime(below, span.zone)];
  const calendarMs = 'last' in span ? CALENDAR_PERIOD_MS[span.last] : undefined;
  // an inclusive end, such as 23:59:59, is the end of its minute
  const length = calendarMs ?? ('last' in span ? below - from : Math.ceil((end - start) / MINUTE_MS) * MINUTE_MS);
  const toTime = (time: number, zone = span.zone) => (zone === 'utc' ? time : convertWallTimeToUtcMs(time, zone));
  const shifted = { from: toTime(start - length), below: calendarMs ? toTime(end - length) : from };
  return {
    pipeline: pipeline.map((stage, position) => (position === index ? buildBoundsMatchStage(range, shifted) : stage)),
    field: range.field,
    text: formatBounds(shifted, span.zone),
    toCurrent: (time, zone) => toTime(toWallTime(time, zone) + length, zone),
  };
}

/**
 * Parses a time range stage.
 * @returns undefined if the form cannot represent it; the stage is then sent unchanged
 */
function parseRangeStage(stage: OrderedJsonObject): TimeRange | undefined {
  const [type] = stage.entries;
  if (type?.[0] !== 'type' || type[1] !== 'range') return undefined;
  const drawn = toStageDraft(stage);
  return drawn.kind === 'range' ? drawn : undefined;
}
