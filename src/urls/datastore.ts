import { OrderedJsonObject, stringifyJson, toOrderedObjectList } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { tryCatch } from '#lib/tryCatch.ts';
import { DATASTORE_PATH } from './routePaths.ts';
import { buildUrl, UrlParser } from './urlParser.ts';

const VIEWS = ['table', 'json', 'chart'] as const;

/** Format version of the fragment. Older links have no version. */
const QUERY_FORMAT_VERSION = '1';

export type DatastoreView = (typeof VIEWS)[number];

type ColumnSort = { key: string; descending: boolean };

type DisabledStage = { at: number; stage: OrderedJsonObject };

/** Query that was run, and its view. `page` counts from 1, even if the service counts pages from 0. */
export type DatastoreState = {
  collection: string;
  documentID: string;
  /** Pipeline stages in their exact form: member order, duplicate members and all digits are kept. */
  pipeline: readonly OrderedJsonObject[];
  page: number;
  view: DatastoreView;
  /** Fields on the chart's axes, as dotted names. If undefined, the page chooses. */
  plot?: readonly string[] | undefined;
  over?: string;
  /** Field that splits the chart. '' for none. */
  by?: string | undefined;
  /** Time bucket of one chart point. If undefined, the chart has one point per pixel. */
  per?: string;
  /** Column order and hidden columns. If undefined, the user's setting applies. */
  columns?: readonly string[];
  hidden?: readonly string[];
  sort?: readonly ColumnSort[] | undefined;
  /** Number of groups to show. All if undefined. */
  top?: number | undefined;
  off?: readonly DisabledStage[] | undefined;
};

export type DatastoreUrlInput = Omit<DatastoreState, 'pipeline' | 'off'> & {
  pipeline: readonly object[];
  off?: readonly { at: number; stage: object }[] | undefined;
};

/**
 * Builds the URL of a query. documentID and stages may contain personal data, so they are placed in the fragment, which
 * browsers do not send.
 */
export function buildDatastoreUrl(state: DatastoreUrlInput): string {
  const { collection, documentID, pipeline, page, view, plot = [], over, by, per, top } = state;
  const { columns = [], hidden = [], sort = [], off = [] } = state;
  const search = new URLSearchParams();
  if (collection) search.set('collection', collection);
  if (page > 1) search.set('page', String(page));
  if (view !== 'table') search.set('view', view);
  for (const field of plot) search.append('plot', field);
  if (over !== undefined) search.set('over', over);
  if (by !== undefined) search.set('by', by);
  if (per) search.set('per', per);
  if (top !== undefined) search.set('top', String(top));
  for (const key of columns) search.append('column', key);
  for (const key of hidden) search.append('hide', key);
  for (const { key, descending } of sort) search.append(descending ? 'desc' : 'asc', key);
  const fragment = new URLSearchParams();
  if (documentID || pipeline.length > 0 || off.length > 0) fragment.set('v', QUERY_FORMAT_VERSION);
  if (documentID) fragment.set('document', documentID);
  if (pipeline.length > 0) fragment.set('pipeline', stringifyJson(pipeline));
  if (off.length > 0) fragment.set('off', stringifyJson(off.map(({ at, stage }) => [at, stage])));
  return buildUrl(DATASTORE_PATH, search, fragment);
}

/** Parses a Datastore link. `dropped` names the parts that could not be parsed and are ignored. */
export function parseDatastoreUrl(search: URLSearchParams, hash: string): { state: DatastoreState; dropped: string[] } {
  const { query, fragment, dropped } = new UrlParser(search, hash);
  const readable = [undefined, QUERY_FORMAT_VERSION].includes(fragment.getText('v') || undefined);
  if (!readable) dropped.push('the query, from a newer version of Fleetlens');
  const plot = query.getAll('plot');
  const [columns, hidden] = [query.getAll('column'), query.getAll('hide')];
  const sort = [...query].flatMap(([name, key]) =>
    name === 'asc' || name === 'desc' ? [{ key, descending: name === 'desc' }] : [],
  );
  const off = readable ? fragment.getParsed('off', parseDisabledStages) : undefined;
  const state = {
    collection: query.getText('collection'),
    documentID: readable ? fragment.getText('document') : '',
    pipeline: (readable && fragment.getParsed('pipeline', parsePipelineParam)) || [],
    page: query.getParsed('page', parsePage) ?? 1,
    view: query.getChoice('view', VIEWS) ?? 'table',
    ...(plot.length > 0 && { plot }),
    ...(query.has('over') && { over: query.getText('over') }),
    ...(query.has('by') && { by: query.getText('by') }),
    ...(query.has('per') && { per: query.getText('per') }),
    top: query.getParsed('top', parsePage),
    ...(columns.length > 0 && { columns }),
    ...(hidden.length > 0 && { hidden }),
    ...(sort.length > 0 && { sort }),
    ...(off && { off }),
  };
  return { state, dropped };
}

function parsePage(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function parseDisabledStages(text: string): readonly DisabledStage[] | undefined {
  const list = tryCatch(() => parseOrderedJson(text));
  if (!Array.isArray(list)) return undefined;
  const off = list.flatMap((entry): DisabledStage[] => {
    const [at, stage] = Array.isArray(entry) ? entry : [];
    return typeof at === 'number' && Number.isInteger(at) && stage instanceof OrderedJsonObject ? [{ at, stage }] : [];
  });
  return off.length === list.length && off.length > 0 ? off : undefined;
}

function parsePipelineParam(text: string): readonly OrderedJsonObject[] | undefined {
  return toOrderedObjectList(tryCatch(() => parseOrderedJson(text)));
}
