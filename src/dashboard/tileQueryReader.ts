import { ApiError, isQueryRefusal } from '#api/apiError.ts';
import type { PipelineResult } from '#api/fetchPipeline.ts';
import { PAGE_SIZE_MAX, type PipelineRequest, STAGES_MAX } from '#contract/pipeline.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { getLocalZoneName } from '#lib/time/zones.ts';
import { resolveBars } from '#pipeline/documents/chartBars.ts';
import { buildChartFromAggregates, buildChartFromDocuments, type ChartData } from '#pipeline/documents/chartData.ts';
import { DAY_MS, resolveChartOptions } from '#pipeline/documents/chartOptions.ts';
import { createDocumentColumns } from '#pipeline/documents/documentColumns.ts';
import { createEmptyGroups } from '#pipeline/documents/emptyGroups.ts';
import { findResultGrouping, type ResultGrouping } from '#pipeline/documents/resultGrouping.ts';
import { getPipelineQueryKey, type PipelineQuery } from '#pipeline/draft/queryDraft.ts';
import { createStageObject } from '#pipeline/draft/stages/stageBase.ts';
import { resolveTimeRanges } from '#pipeline/draft/timeRange.ts';
import { addCountStage, parseCount } from '#pipeline/run/addCountStage.ts';
import { ChartReading } from '#pipeline/run/chartReading.ts';
import { countRows } from '#pipeline/run/countRows.ts';
import { createPageRequest } from '#pipeline/run/createPageRequest.ts';
import { type ChartGroupSource, getShownDocumentsMax } from '#pipeline/run/fetchChartGroups.ts';
import { hasGroupStage } from '#pipeline/run/inPage/findGroupStageIndex.ts';
import { runGroupsInPage } from '#pipeline/run/inPage/runGroupsInPage.ts';
import { InPageStageError, splitPipeline } from '#pipeline/run/inPage/splitPipeline.ts';
import type { DatastoreState } from '#urls/datastore.ts';
import type { ServiceFeatures } from './serviceFeatures.ts';
import { TileError } from './tileError.ts';

/** Codes of errors about the amount of work, which another way to group does not avoid. */
const COST_CODES: readonly (string | undefined)[] = ['QUERY-TOO-COSTLY', 'QUERY-TIMEOUT', 'PAGE-TOO-LARGE'];

/** Requests after which a chart that is read from documents is not drawn without asking. */
const CHART_REQUESTS_MAX = 50;

type PageResponse = Pick<PipelineResult, 'documents' | 'invalidCount' | 'total' | 'fetchedAt'>;

type DocumentSourceOptions = {
  fetchPage: (request: PipelineRequest, signal: AbortSignal) => Promise<PageResponse>;
  features: ServiceFeatures;
  signal: AbortSignal;
  /** Time that relative time ranges refer to, in ms. */
  getNow: () => number;
};

export type QueryCount = { count: number; asOf: number };

export type QueryPage = { documents: readonly JsonObject[]; asOf: number };

/** Runs the queries of links as the Datastore page does. Each query is sent once. */
export class TileQueryReader {
  readonly #options: DocumentSourceOptions;
  readonly #counts = new Map<string, Promise<QueryCount>>();
  readonly #pages = new Map<string, Promise<QueryPage>>();
  readonly #groups = new Map<string, Promise<QueryPage>>();
  #supportsGroup: boolean;

  constructor(options: DocumentSourceOptions) {
    this.#options = options;
    this.#supportsGroup = options.features.extensions.includes('group');
  }

  /**
   * Counts the documents of a query: with one request where the service groups, otherwise as the Datastore page counts.
   * @throws any error of the request
   */
  count(state: DatastoreState): Promise<QueryCount> {
    return share(this.#counts, state, () => this.#countQuery(this.#createQuery(state)));
  }

  /**
   * Fetches the first page of a query.
   * @throws any error of the request
   */
  fetchFirstPage(state: DatastoreState): Promise<QueryPage> {
    return share(this.#pages, state, () => this.#fetchPageOrGroups(state));
  }

  /**
   * Fetches the groups of a query with the largest values of a field first. `isWhole` is false if there are more groups
   * than were read.
   * @throws any error of the request
   */
  async fetchTopGroups(
    state: DatastoreState,
    grouping: ResultGrouping,
    value: string,
  ): Promise<QueryPage & { isWhole: boolean }> {
    const { extensions } = this.#options.features;
    const isSorted = state.pipeline.slice(grouping.at + 1).some(({ entries }) => entries[0]?.[1] === 'sort');
    const canSort = extensions.includes('sort') && !isSorted && state.pipeline.length < STAGES_MAX;
    const pipeline = canSort ? [...state.pipeline, createStageObject('sort', 'specs', [[value, -1]])] : state.pipeline;
    const pageSize = extensions.includes('pageSize') ? PAGE_SIZE_MAX : undefined;
    const page = await this.#fetchPageOrGroups({ ...state, pipeline }, pageSize);
    if (page.isWhole || pageSize !== undefined)
      return { ...page, isWhole: page.isWhole || page.documents.length < (pageSize ?? 0) };
    const next = await this.#fetchPage(this.#createQuery({ ...state, pipeline }), 2);
    return { ...page, isWhole: next.documents.length === 0 };
  }

  /**
   * Reads a chart as the Datastore page draws it.
   * @throws TileError if there is nothing to draw, or too much to read without asking, and any error of the request
   */
  async readChart(state: DatastoreState): Promise<{ data: ChartData; asOf: number }> {
    const { extensions } = this.#options.features;
    const query = this.#createQuery(state);
    const pageSize = extensions.includes('pageSize') ? PAGE_SIZE_MAX : undefined;
    const groups = findResultGrouping(query.pipeline);
    const { documents, asOf, isWhole } = await this.#fetchPageOrGroups(state, groups ? pageSize : undefined);
    const columns = createDocumentColumns(documents, new Set(), groups);
    const options = resolveChartOptions(columns, documents, state, groups);
    const { plots, axis, by, step, groupUnit, maxGap } = options;
    if (plots.length === 0) throw new TileError('The documents have no number to draw.');
    const loader = new ChartReading('', asOf, {
      axis,
      by,
      fields: plots,
      step,
      groupUnit,
      maxGap,
      dayZone: step === DAY_MS ? axis?.zone : undefined,
    });
    const canGroup = this.#supportsGroup && !hasGroupStage(query.pipeline);
    await loader.load({
      fetchPage: async (page, signal, size) =>
        groups && page === 1 ? documents : (await this.#fetchPage(query, page, { signal, pageSize: size })).documents,
      groups: canGroup ? { source: this.#createGroupSource(query, pageSize), fields: plots } : undefined,
      createEmptyGroups: (found) => createEmptyGroups(query.pipeline, found),
      pageSize,
      until: groups && (isWhole || pageSize === undefined) ? 1 : CHART_REQUESTS_MAX,
      signal: this.#options.signal,
      onPage: () => undefined,
    });
    if (loader.pageCount === CHART_REQUESTS_MAX)
      throw new TileError(
        `The service does not group, so this chart needs more than ${CHART_REQUESTS_MAX} requests. Open the tile to draw it.`,
      );
    const { aggregator, retainedDocuments } = loader;
    const lines = retainedDocuments
      ? buildChartFromDocuments(retainedDocuments, axis, plots, maxGap)
      : buildChartFromAggregates(aggregator, plots, { selectedGroup: undefined, hiddenGroups: new Set() });
    if (lines.xs.length === 0) throw new TileError('The documents have no number to draw.');
    const getBucketEnd = (at: number) => aggregator.buckets.getBucketEnd(at);
    const { bars = lines } = resolveBars(lines, options, groups, {
      getBucketEnd,
      isWanted: state.draw?.includes('bars'),
    });
    return { data: bars, asOf };
  }

  #createGroupSource(query: PipelineQuery, pageSize: number | undefined): ChartGroupSource {
    return {
      pipeline: query.pipeline,
      fetchGroups: async (pipeline, page, signal, size) =>
        (await this.#fetchPage({ ...query, pipeline }, page, { signal, pageSize: size })).documents,
      pageSize,
      canCompare: this.#options.features.extensions.includes('operators'),
      zone: getLocalZoneName(),
      documentsMax: getShownDocumentsMax(pageSize),
      isRefusal: isQueryRefusal,
    };
  }

  #createQuery({ collection, documentID, pipeline }: DatastoreState): PipelineQuery {
    return {
      collection: collection.trim(),
      documentID: documentID.trim(),
      pipeline: resolveTimeRanges(pipeline, this.#options.getNow()),
    };
  }

  async #countQuery(query: PipelineQuery): Promise<QueryCount> {
    const counting = this.#supportsGroup ? addCountStage(query) : undefined;
    const isGrouped = hasGroupStage(query.pipeline);
    if (counting) {
      const answer = await this.#fetchGrouped(counting).catch((error: unknown) => {
        // all pages of groups would take even longer
        if (isGrouped || !isQueryRefusal(error)) throw error;
      });
      const count = answer && parseCount(answer.documents);
      if (answer && count !== undefined) return { count, asOf: answer.fetchedAt };
    }
    if (isGrouped) {
      const { documents, asOf } = await this.#getGroups(query);
      return { count: documents.length, asOf };
    }
    const first = await this.#fetchPage(query, 1);
    if (first.total !== undefined) return { count: first.total, asOf: first.fetchedAt };
    const { rows } = await countRows({
      fetchRowCount: async (page) => {
        const { documents, invalidCount, total } = await this.#fetchPage(query, page);
        return { rows: documents.length + invalidCount, total };
      },
      firstPageRows: first.documents.length + first.invalidCount,
      requestsBefore: 1,
      signal: this.#options.signal,
    });
    return { count: rows, asOf: Date.now() };
  }

  /** Fetches the first page. `isWhole` is true for groups that are formed here, which are complete. */
  async #fetchPageOrGroups(state: DatastoreState, pageSize?: number): Promise<QueryPage & { isWhole: boolean }> {
    const query = this.#createQuery(state);
    if (hasGroupStage(query.pipeline)) {
      const answer = this.#supportsGroup ? await this.#fetchGrouped(query, pageSize) : undefined;
      if (!answer) return { ...(await this.#getGroups(query)), isWhole: true };
      return { documents: answer.documents, asOf: answer.fetchedAt, isWhole: false };
    }
    const { documents, fetchedAt } = await this.#fetchPage(query, 1, { pageSize });
    return { documents, asOf: fetchedAt, isWhole: false };
  }

  /** Sends a query with a group stage. Undefined if the service does not group, although it claims to. */
  async #fetchGrouped(query: PipelineQuery, pageSize?: number): Promise<PageResponse | undefined> {
    try {
      return await this.#fetchPage(query, 1, { pageSize });
    } catch (error) {
      if (!isPossibleRefusal(error, query)) throw error;
      // an error in another stage is reported again by the next request
      this.#supportsGroup = false;
      return undefined;
    }
  }

  #getGroups(query: PipelineQuery): Promise<QueryPage> {
    return share(this.#groups, query, () => this.#computeGroups(query));
  }

  async #computeGroups(query: PipelineQuery): Promise<QueryPage> {
    const { signal, features } = this.#options;
    const { sent, local } = splitPipeline(query.pipeline);
    const { results } = await runGroupsInPage({
      fetchPage: async (page, ended, pageSize) =>
        (await this.#fetchPage({ ...query, pipeline: sent }, page, { signal: ended, pageSize })).documents,
      pageSize: features.extensions.includes('pageSize') ? PAGE_SIZE_MAX : undefined,
      stages: local,
      until: query.documentID === '' ? undefined : 1,
      signal,
    });
    signal.throwIfAborted();
    return { documents: results, asOf: Date.now() };
  }

  #fetchPage(
    query: PipelineQuery,
    page: number,
    { signal = this.#options.signal, pageSize }: { signal?: AbortSignal; pageSize?: number | undefined } = {},
  ): Promise<PageResponse> {
    const { fetchPage, features } = this.#options;
    return fetchPage(createPageRequest(query, features.firstPage + page - 1, pageSize), signal);
  }
}

function share<Result>(
  results: Map<string, Promise<Result>>,
  query: PipelineQuery,
  start: () => Promise<Result>,
): Promise<Result> {
  const key = getPipelineQueryKey(query);
  const result = results.get(key) ?? start();
  results.set(key, result);
  return result;
}

function isPossibleRefusal(error: unknown, { pipeline }: PipelineQuery): boolean {
  if (!(error instanceof ApiError) || error.kind !== 'invalid' || COST_CODES.includes(error.code)) return false;
  try {
    splitPipeline(pipeline);
    return true;
  } catch (invalid) {
    if (invalid instanceof InPageStageError) return false;
    throw invalid;
  }
}
