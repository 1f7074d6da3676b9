import { OrderedObject, stringifyJson, toObjectList } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { tryCatch } from '#lib/tryCatch.ts';
import { DATASTORE } from './addresses.ts';
import { LinkReader, link } from './link.ts';

const VIEWS = ['table', 'json', 'chart'] as const;

/** Counts up when fragments change their meaning; links of before it was counted have none. */
const VERSION = '1';

type DatastoreView = (typeof VIEWS)[number];

type ColumnSort = { key: string; descending: boolean };

type DisabledStage = { at: number; stage: OrderedObject };

/** An applied query and how its answer is looked at; `page` counts from 1 whatever the service's first page is. */
export type DatastoreState = {
  collection: string;
  documentID: string;
  /** As they were written: with the order and repetitions of their members, and every digit. */
  pipeline: readonly OrderedObject[];
  page: number;
  view: DatastoreView;
  /** What the chart draws, as dotted names, and over which field; where nothing was chosen the page chooses. */
  plot?: readonly string[];
  over?: string;
  /** The field whose values are lines of their own. */
  by?: string;
  /** The stretch of time of which the chart draws one value each; pixels where nothing was chosen. */
  per?: string;
  /** Columns of the table in their order, and those that are hidden; the reader's own where a link has neither. */
  columns?: readonly string[];
  hidden?: readonly string[];
  /** The order of the rows on the page, most important first. */
  sort?: readonly ColumnSort[];
  /** Stages that are switched off, each with its position among all stages. */
  off?: readonly DisabledStage[] | undefined;
};

/** What a link is made of; stages may be plain objects too. */
export type DatastoreLink = Omit<DatastoreState, 'pipeline' | 'off'> & {
  pipeline: readonly object[];
  off?: readonly { at: number; stage: object }[] | undefined;
};

/**
 * The datastore page showing a query. What may hold personal data (documentID and stages) stands in the fragment, which
 * browsers send to no server.
 */
export function datastorePath(state: DatastoreLink): string {
  const { collection, documentID, pipeline, page, view, plot = [], over, by, per } = state;
  const { columns = [], hidden = [], sort = [], off = [] } = state;
  const search = new URLSearchParams();
  if (collection) search.set('collection', collection);
  if (page > 1) search.set('page', String(page));
  if (view !== 'table') search.set('view', view);
  for (const field of plot) search.append('plot', field);
  if (over !== undefined) search.set('over', over);
  if (by) search.set('by', by);
  if (per) search.set('per', per);
  for (const key of columns) search.append('column', key);
  for (const key of hidden) search.append('hide', key);
  for (const { key, descending } of sort) search.append(descending ? 'desc' : 'asc', key);
  const fragment = new URLSearchParams();
  if (documentID || pipeline.length > 0 || off.length > 0) fragment.set('v', VERSION);
  if (documentID) fragment.set('document', documentID);
  if (pipeline.length > 0) fragment.set('pipeline', stringifyJson(pipeline));
  if (off.length > 0) fragment.set('off', stringifyJson(off.map(({ at, stage }) => [at, stage])));
  return link(DATASTORE, search, fragment);
}

/** The state a datastore link holds; `dropped` names each part that could not be read and was left out. */
export function parseDatastoreUrl(search: URLSearchParams, hash: string): { state: DatastoreState; dropped: string[] } {
  const { query, fragment, dropped } = new LinkReader(search, hash);
  const readable = [undefined, VERSION].includes(fragment.text('v') || undefined);
  if (!readable) dropped.push('the query, which a newer console wrote');
  const plot = query.getAll('plot');
  const [columns, hidden] = [query.getAll('column'), query.getAll('hide')];
  const sort = [...query].flatMap(([name, key]) =>
    name === 'asc' || name === 'desc' ? [{ key, descending: name === 'desc' }] : [],
  );
  const off = readable ? fragment.read('off', decodeDisabled) : undefined;
  const state = {
    collection: query.text('collection'),
    documentID: readable ? fragment.text('document') : '',
    pipeline: (readable && fragment.read('pipeline', decodePipeline)) || [],
    page: query.read('page', decodePage) ?? 1,
    view: query.choice('view', VIEWS) ?? 'table',
    ...(plot.length > 0 && { plot }),
    ...(query.has('over') && { over: query.text('over') }),
    ...(query.has('by') && { by: query.text('by') }),
    ...(query.has('per') && { per: query.text('per') }),
    ...(columns.length > 0 && { columns }),
    ...(hidden.length > 0 && { hidden }),
    ...(sort.length > 0 && { sort }),
    ...(off && { off }),
  };
  return { state, dropped };
}

function decodePage(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function decodeDisabled(text: string): readonly DisabledStage[] | undefined {
  const list = tryCatch(() => parseOrderedJson(text));
  if (!Array.isArray(list)) return undefined;
  const off = list.flatMap((entry): DisabledStage[] => {
    const [at, stage] = Array.isArray(entry) ? entry : [];
    return typeof at === 'number' && Number.isInteger(at) && stage instanceof OrderedObject ? [{ at, stage }] : [];
  });
  return off.length === list.length && off.length > 0 ? off : undefined;
}

function decodePipeline(text: string): readonly OrderedObject[] | undefined {
  // whatever is an object may be a stage: the service says what it thinks of it
  return toObjectList(tryCatch(() => parseOrderedJson(text)));
}
