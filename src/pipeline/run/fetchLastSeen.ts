import type { DocumentSource } from '#contract/hostConfig.ts';
import { parseEpochOrIsoTime } from '#lib/group/dateTrunc.ts';
import { Grouper } from '#lib/group/grouper.ts';
import { isJsonObject, type JsonObject, OrderedJsonObject } from '#lib/json/json.ts';
import { getValueAtPath } from '#pipeline/documents/documentColumns.ts';
import { createStageObject } from '#pipeline/draft/stages/stageBase.ts';
import { getDocumentSourceId } from './lastSeenSpec.ts';

/** Times of the newest documents in ms, and numbers of recent documents, by device ID. */
export type LastSeenData = {
  /** Changes with the data, so that a list is joined again with newer data. */
  id: string;
  lastSeen: ReadonlyMap<string, number>;
  /** Undefined if not requested. */
  recent: ReadonlyMap<string, number> | undefined;
  /** Set if the documents were read in the page. */
  read?: { at: number; documents: number; isPartial: boolean };
};

type Pipeline = readonly object[];

export type PageReader = (pipeline: Pipeline) => AsyncIterable<readonly JsonObject[]>;

export const RECENT_MS = 86_400_000;

/**
 * Requests the time of each device's newest document and, with `since` in ms, the number of its documents from then on.
 * The service groups them.
 */
export async function fetchGroupedLastSeen(
  source: DocumentSource,
  readPages: PageReader,
  since: number | undefined,
): Promise<LastSeenData> {
  const newest = await collectResults(
    readPages([createGroupStage(source.field, { value: { $max: `$${source.time}` } })]),
  );
  const lastSeen = new Map<string, number>();
  for (const [deviceID, value] of newest) {
    const time = parseEpochOrIsoTime(value);
    if (time !== undefined) lastSeen.set(deviceID, time);
  }
  const id = getDocumentSourceId(source);
  if (since === undefined) return { id, lastSeen, recent: undefined };
  const recent = new Map<string, number>();
  for (const pipeline of createRecentPipelines(source, since, newest.values())) {
    for (const [deviceID, count] of await collectResults(readPages(pipeline))) {
      recent.set(deviceID, (recent.get(deviceID) ?? 0) + Number(count));
    }
  }
  return { id, lastSeen, recent };
}

/** Reads documents in the page instead, with the same results. `onProgress` receives the number of documents read. */
export async function computeLastSeenInPage(
  source: DocumentSource,
  readPages: PageReader,
  options: { now: number; devicesMax: number; onProgress: (documents: number) => void; signal: AbortSignal },
): Promise<LastSeenData> {
  const { field, time } = source;
  const { now, devicesMax, onProgress, signal } = options;
  const condition = { deviceID: `$${field}` };
  const newest = new Grouper({ condition, fields: { value: { $max: `$${time}` } } }, devicesMax);
  const counts = new Grouper({ condition, fields: { value: { $count: {} } } }, devicesMax);
  const timePath = time.split('.');
  let [documents, isPartial] = [0, false];
  const project = createStageObject('project', 'specs', [
    [field, 1],
    [time, 1],
  ]);
  try {
    for await (const page of readPages([project])) {
      for (const document of page) {
        const at = parseEpochOrIsoTime(getValueAtPath(document, timePath));
        if (!newest.add(document)) isPartial = true;
        else if (at !== undefined && at >= now - RECENT_MS) counts.add(document);
      }
      documents += page.length;
      onProgress(documents);
    }
  } catch (error) {
    // the caller decides whether to keep what was read before the user canceled
    if (!signal.aborted || documents === 0) throw error;
    isPartial = true;
  }
  const lastSeen = new Map<string, number>();
  for (const { deviceID, value } of newest.getResults()) {
    const at = parseEpochOrIsoTime(value);
    if (typeof deviceID === 'string' && at !== undefined) lastSeen.set(deviceID, at);
  }
  const recent = new Map<string, number>();
  for (const { deviceID, value } of counts.getResults()) {
    if (typeof deviceID === 'string') recent.set(deviceID, Number(value));
  }
  return { id: `${getDocumentSourceId(source)} ${now}`, lastSeen, recent, read: { at: now, documents, isPartial } };
}

function createGroupStage(field: string, fields: object): object {
  return { type: 'group', condition: { deviceID: `$${field}` }, fields };
}

async function collectResults(pages: AsyncIterable<readonly JsonObject[]>): Promise<Map<string, unknown>> {
  const values = new Map<string, unknown>();
  for await (const page of pages) {
    for (const group of page) {
      if (!isJsonObject(group)) continue;
      const { deviceID, value } = group;
      if (typeof deviceID === 'string') values.set(deviceID, value);
    }
  }
  return values;
}

const OFFSET = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/;

/**
 * Creates one pipeline per format of the times of recent documents: one for numbers of ms, and one for text, which is
 * compared as text. Returns none if no document is recent.
 */
function createRecentPipelines({ field, time }: DocumentSource, since: number, newest: Iterable<unknown>): Pipeline[] {
  const offsets = new Set<string>();
  let hasNumbers = false;
  for (const value of newest) {
    const at = parseEpochOrIsoTime(value);
    if (at === undefined || at < since) continue;
    if (typeof value === 'string') offsets.add(OFFSET.exec(value)?.[0] ?? 'Z');
    else hasNumbers = true;
  }
  const count = createGroupStage(field, { value: { $count: {} } });
  const createMatch = (limit: string | number) =>
    createStageObject('match', 'filter', [[time, new OrderedJsonObject([['$gte', limit]])]]);
  const [first, ...others] = offsets;
  return [
    ...(hasNumbers ? [[createMatch(since), count]] : []),
    ...(first !== undefined && others.length === 0 ? [[createMatch(formatLocal(since, first)), count]] : []),
    ...(others.length > 0
      ? [[createMatch(formatLocal(since, LOWEST_OFFSET)), ...createCountByMinute(field, time, since)]]
      : []),
  ];
}

const MINUTE_MS = 60_000;

/** Offset of the westernmost time zone. Its local times are the first in text order. */
const LOWEST_OFFSET = '-12:00';

/** Counts per minute first, because times with different offsets do not sort correctly as text. */
function createCountByMinute(field: string, time: string, since: number): object[] {
  const minute = { $dateTrunc: { date: `$${time}`, unit: 'minute' } };
  return [
    { type: 'group', condition: { deviceID: `$${field}`, minute }, fields: { count: { $count: {} } } },
    { type: 'match', filter: { minute: { $gte: Math.floor(since / MINUTE_MS) * MINUTE_MS } } },
    createGroupStage('deviceID', { value: { $sum: '$count' } }),
  ];
}

/** Formats a time as local time at an offset, without the offset, so that text order is time order. */
function formatLocal(time: number, offset: string): string {
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d{2}):?(\d{2})?/.exec(offset) ?? [];
  const shift = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  return new Date(time + (sign === '-' ? -shift : shift)).toISOString().slice(0, 19);
}
