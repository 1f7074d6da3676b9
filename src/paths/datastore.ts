import { attempt } from '#lib/attempt.ts';
import { type OrderedObject, objectsIn, stringify } from '#lib/json/json.ts';
import { parseOrdered } from '#lib/json/jsonText.ts';
import { DATASTORE } from './addresses.ts';
import { LinkReader, link } from './link.ts';

const VIEWS = ['table', 'json', 'chart'] as const;

/** Counts up when fragments change their meaning; links of before it was counted have none. */
const VERSION = '1';

type DatastoreView = (typeof VIEWS)[number];

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
};

/** What a link is made of; stages may be plain objects too. */
export type DatastoreLink = Omit<DatastoreState, 'pipeline'> & { pipeline: readonly object[] };

/**
 * The datastore page showing a query. What may hold personal data (documentID and stages) stands in the fragment, which
 * browsers send to no server.
 */
export function datastorePath(state: DatastoreLink): string {
  const { collection, documentID, pipeline, page, view, plot = [], over, by, per } = state;
  const search = new URLSearchParams();
  if (collection) search.set('collection', collection);
  if (page > 1) search.set('page', String(page));
  if (view !== 'table') search.set('view', view);
  for (const field of plot) search.append('plot', field);
  if (over !== undefined) search.set('over', over);
  if (by) search.set('by', by);
  if (per) search.set('per', per);
  const fragment = new URLSearchParams();
  if (documentID || pipeline.length > 0) fragment.set('v', VERSION);
  if (documentID) fragment.set('document', documentID);
  if (pipeline.length > 0) fragment.set('pipeline', stringify(pipeline));
  return link(DATASTORE, search, fragment);
}

/** The state a datastore link holds; `dropped` names each part that could not be read and was left out. */
export function parseDatastoreUrl(search: URLSearchParams, hash: string): { state: DatastoreState; dropped: string[] } {
  const { query, fragment, dropped } = new LinkReader(search, hash);
  const readable = [undefined, VERSION].includes(fragment.text('v') || undefined);
  if (!readable) dropped.push('the query, which a newer console wrote');
  const plot = query.getAll('plot');
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
  };
  return { state, dropped };
}

function decodePage(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function decodePipeline(text: string): readonly OrderedObject[] | undefined {
  // whatever is an object may be a stage: the service says what it thinks of it
  return objectsIn(attempt(() => parseOrdered(text)));
}
