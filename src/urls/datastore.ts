import { OrderedJsonObject, stringifyJson, toOrderedObjectList } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { tryCatch } from '#lib/tryCatch.ts';
import { DATASTORE_PATH } from './routePaths.ts';
import { buildUrl, UrlParser } from './urlParser.ts';

const VIEWS = ['table', 'json', 'chart'] as const;

/** Members with several texts, and their parameters. */
const LISTS = { plot: 'plot', draw: 'draw', columns: 'column', hidden: 'hide' } as const;
const TEXTS = ['over', 'by', 'per'] as const;
const LIST_ENTRIES = Object.entries(LISTS) as (readonly [keyof typeof LISTS, string])[]; // its keys

type Lists = Partial<Record<keyof typeof LISTS, string[]>>;
type Texts = Partial<Record<(typeof TEXTS)[number], string>>;

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
  over?: string | undefined;
  /** Field that splits the chart. '' for none. */
  by?: string | undefined;
  /** Time bucket of one chart point. If undefined, the chart has one point per pixel. */
  per?: string | undefined;
  /** How the chart is drawn. Unknown words have no effect. */
  draw?: readonly string[] | undefined;
  /** Column order and hidden columns of a link. If undefined, the user's setting applies. */
  columns?: readonly string[] | undefined;
  hidden?: readonly string[] | undefined;
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
  const { collection, documentID, pipeline, page, view, top, sort = [], off = [] } = state;
  const search = new URLSearchParams();
  if (collection) search.set('collection', collection);
  if (page > 1) search.set('page', String(page));
  if (view !== 'table') search.set('view', view);
  for (const [member, name] of LIST_ENTRIES) for (const text of state[member] ?? []) search.append(name, text);
  for (const name of TEXTS) if (state[name] !== undefined) search.set(name, state[name]);
  if (top !== undefined) search.set('top', String(top));
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
  const lists = LIST_ENTRIES.map(([member, name]) => [member, query.getAll(name)] as const);
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
    ...(Object.fromEntries(lists.filter(([, values]) => values.length > 0)) as Lists),
    ...(Object.fromEntries(
      TEXTS.filter((name) => query.has(name)).map((name) => [name, query.getText(name)]),
    ) as Texts),
    top: query.getParsed('top', parsePage),
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
