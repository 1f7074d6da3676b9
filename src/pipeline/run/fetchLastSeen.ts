import type { DocumentSource } from '#contract/hostConfig.ts';
import { DATE_TRUNC_END_MS, parseEpochOrIsoTime } from '#lib/group/dateTrunc.ts';
import { Grouper } from '#lib/group/grouper.ts';
import type { GroupStage } from '#lib/group/groupSpec.ts';
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
 * Requests the time of each device's newest document and, with `since` in ms, the number of its documents from the start
 * of that minute on. The service groups them. Times may be numbers and texts: texts are compared with each other as text.
 */
export async function fetchGroupedLastSeen(
  source: DocumentSource,
  readPages: PageReader,
  since: number | undefined,
): Promise<LastSeenData> {
  const newest = new NewestTimes();
  await collectResults(readPages([{ type: 'group', ...createNewestStage(source) }]), newest.add);
  const id = getDocumentSourceId(source);
  if (since === undefined) return { id, lastSeen: newest.times, recent: undefined };
  const recent = new Map<string, number>();
  for (const pipeline of createRecentPipelines(source, toMinute(since), newest)) {
    await collectResults(readPages(pipeline), (deviceID, count) =>
      recent.set(deviceID, (recent.get(deviceID) ?? 0) + Number(count)),
    );
  }
  return { id, lastSeen: newest.times, recent };
}

/** Reads documents in the page instead, with the same results. `onProgress` receives the number of documents read. */
export async function fetchLastSeenByScanning(
  source: DocumentSource,
  readPages: PageReader,
  options: { now: number; devicesMax: number; onProgress: (documents: number) => void; signal: AbortSignal },
): Promise<LastSeenData> {
  const { field, time } = source;
  const { now, devicesMax, onProgress, signal } = options;
  const since = toMinute(now - RECENT_MS);
  const groups = new Grouper(createNewestStage(source), devicesMax);
  const recent = new Map<string, number>();
  const fieldPath = field.split('.');
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
        const deviceID = getValueAtPath(document, fieldPath);
        if (!groups.add(document)) isPartial = true;
        else if (at !== undefined && at >= since && typeof deviceID === 'string')
          recent.set(deviceID, (recent.get(deviceID) ?? 0) + 1);
      }
      documents += page.length;
      onProgress(documents);
    }
  } catch (error) {
    // the caller decides whether to keep what was read before the user canceled
    if (!signal.aborted || documents === 0) throw error;
    isPartial = true;
  }
  const newest = new NewestTimes();
  for (const { deviceID, value } of groups.getResults()) if (typeof deviceID === 'string') newest.add(deviceID, value);
  const id = `${getDocumentSourceId(source)} ${now}`;
  return { id, lastSeen: newest.times, recent, read: { at: now, documents, isPartial } };
}

/** The newest time of each device. */
class NewestTimes {
  readonly times = new Map<string, number>();
  newestNumber = -Infinity;
  newestText = '';

  readonly add = (deviceID: string, value: unknown): void => {
    if (typeof value === 'string' && value > this.newestText) this.newestText = value;
    const time = parseEpochOrIsoTime(value);
    if (time === undefined) return;
    if (typeof value !== 'string') this.newestNumber = Math.max(this.newestNumber, time);
    if (time >= (this.times.get(deviceID) ?? time)) this.times.set(deviceID, time);
  };
}

/** Separates the numbers that are times from texts and other values, because `$max` compares values of one type only. */
function createNewestStage({ field, time }: DocumentSource): GroupStage {
  return {
    condition: { deviceID: `$${field}`, kind: { $bucket: { of: `$${time}`, by: DATE_TRUNC_END_MS } } },
    fields: { value: { $max: `$${time}` } },
  };
}

async function collectResults(
  pages: AsyncIterable<readonly JsonObject[]>,
  add: (deviceID: string, value: unknown) => void,
): Promise<void> {
  for await (const page of pages) {
    for (const group of page) {
      if (!isJsonObject(group)) continue;
      const { deviceID, value } = group;
      if (typeof deviceID === 'string') add(deviceID, value);
    }
  }
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

function toMinute(time: number): number {
  return Math.floor(time / MINUTE_MS) * MINUTE_MS;
}

/**
 * Creates one pipeline for recent times that are numbers, and one for texts, unless there are none. Texts of different
 * offsets do not sort by time: a match keeps those that may be recent, and then days that begin at `since` are grouped.
 */
function createRecentPipelines(
  { field, time }: DocumentSource,
  since: number,
  { newestNumber, newestText }: NewestTimes,
): Pipeline[] {
  const createMatch = (limit: string | number) =>
    createStageObject('match', 'filter', [[time, new OrderedJsonObject([['$gte', limit]])]]);
  const createGroup = (condition: object, value: object) => ({ type: 'group', condition, fields: { value } });
  const deviceID = `$${field}`;
  const firstText = new Date(since - WESTERNMOST_OFFSET_MS).toISOString().slice(0, 16);
  const sinceMidnight = since - Math.floor(since / DAY_MS) * DAY_MS;
  const timezone = formatOffset(((sinceMidnight > DAY_MS / 2 ? DAY_MS : 0) - sinceMidnight) / MINUTE_MS);
  const day = { $dateTrunc: { date: `$${time}`, unit: 'day', timezone } };
  return [
    ...(newestNumber >= since ? [[createMatch(since), createGroup({ deviceID }, { $count: {} })]] : []),
    ...(newestText >= firstText
      ? [
          [
            createMatch(firstText),
            createGroup({ deviceID, day }, { $count: {} }),
            { type: 'match', filter: { day: { $gte: since } } },
            createGroup({ deviceID: '$deviceID' }, { $sum: '$value' }),
          ],
        ]
      : []),
  ];
}

/** Of the time zone whose local times are the first in text order. */
const WESTERNMOST_OFFSET_MS = 12 * 3_600_000;

function formatOffset(minutes: number): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  const length = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(length / 60))}:${pad(length % 60)}`;
}
