import { type JsonEntry, OrderedObject } from '#lib/json/json.ts';
import { newCard, stageOf } from '#pipeline/draft/stages/card.ts';
import { boundsOf, type RangeDraft, type TimeRange } from '#pipeline/draft/stages/range.ts';
import { type Draft, insertStage, removeStage, replaceStage } from './draft.ts';
import { drawStage } from './query.ts';
import { formatZoneless, readValue, timeText, type ValueDraft, type Zoneless } from './value.ts';

export function timeRangeIn({ stages }: Draft): RangeDraft | undefined {
  const ranges = stages.filter((stage) => stage.kind === 'range');
  return ranges.find(({ enabled }) => enabled) ?? ranges[0];
}

/** Sets the draft's time range as its first stage, or removes it. */
export function withTimeRange(draft: Draft, range: TimeRange | undefined): Draft {
  const old = timeRangeIn(draft);
  if (!range) return old ? removeStage(draft, old.key) : draft;
  const card = old ? { ...old, enabled: true } : { ...newCard(), kind: 'range' as const, collapsed: true };
  const stage: RangeDraft = { ...card, ...range, zoneless: range.zoneless };
  return old ? replaceStage(draft, stage) : insertStage(draft, 0, stage);
}

export function isRelative({ span }: TimeRange): boolean {
  return 'last' in span;
}

/** The match for a range at a time (ms); requires a service with the operators extension. */
export function sentRange(range: TimeRange, at: number): OrderedObject {
  const { from, below, to } = boundsOf(range.span, at);
  if (range.zoneless) return sentZoneless(range.field, range.zoneless, { from, below: below ?? nextSecond(to) });
  const bounds: [string, number | undefined][] = [
    ['$gte', from],
    ['$lt', below],
    ['$lte', to],
  ];
  const entries = bounds.flatMap(([wire, time]): JsonEntry[] => {
    const said = time === undefined ? undefined : timeText(time, range.unit);
    const read = said && readValue(wire === '$lte' ? wholeSecond(said) : said);
    return read && 'value' in read ? [[wire, read.value]] : [];
  });
  return stageOf('match', 'filter', [[range.field, new OrderedObject(entries)]]);
}

/** Exclusive end of an inclusive second, as texts may have fractional seconds or none. */
function nextSecond(to: number | undefined): number | undefined {
  return to === undefined ? undefined : Math.floor(to / 1000) * 1000 + 1000;
}

function sentZoneless(
  field: string,
  zoneless: Zoneless,
  { from, below }: { from: number | undefined; below: number | undefined },
): OrderedObject {
  const entries: JsonEntry[] = [];
  if (from !== undefined) entries.push(['$gte', formatZoneless(from, zoneless)]);
  if (below !== undefined) entries.push(['$lt', formatZoneless(below, zoneless)]);
  return stageOf('match', 'filter', [[field, new OrderedObject(entries)]]);
}

/** As text, `12:04:31Z` sorts after every `12:04:31.…`, so it is the inclusive end of a second. */
function wholeSecond({ type, text }: ValueDraft): ValueDraft {
  return { type, text: type === 'text' ? text.replace(/\.(?:000|999)Z$/, 'Z') : text };
}

/** Stages as sent at a time (ms); the same array if there are no time ranges. */
export function sentStages(pipeline: readonly OrderedObject[], at: number): readonly OrderedObject[] {
  const ranges = pipeline.map(rangeIn);
  if (!ranges.some(Boolean)) return pipeline;
  return pipeline.map((stage, index) => {
    const range = ranges[index];
    return range ? sentRange(range, at) : stage;
  });
}

export function movesOn(pipeline: readonly OrderedObject[]): boolean {
  return pipeline.some((stage) => {
    const range = rangeIn(stage);
    return range !== undefined && isRelative(range);
  });
}

/** Parses a range stage; undefined if the form cannot represent it, so that it is sent unchanged. */
function rangeIn(stage: OrderedObject): TimeRange | undefined {
  const [type] = stage.entries;
  if (type?.[0] !== 'type' || type[1] !== 'range') return undefined;
  const drawn = drawStage(stage);
  return drawn.kind === 'range' ? drawn : undefined;
}
