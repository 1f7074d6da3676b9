import { STAGES_MAX } from '#contract/pipeline.ts';
import { isNumberOrExact } from '#lib/group/decimal.ts';
import { type JsonObject, type OrderedJsonEntry, OrderedJsonObject } from '#lib/json/json.ts';
import { type FieldValueCount, getValueKey } from '#pipeline/documents/countFieldValues.ts';
import type { FieldPath } from '#pipeline/documents/fieldPath.ts';
import { COUNT_OPERATOR, createGroupStage, createOperatorObject } from '#pipeline/draft/stages/createGroupStage.ts';
import { createStageObject } from '#pipeline/draft/stages/stageBase.ts';
import { toFieldReference } from './chartGroupStages.ts';
import { type GroupsFetcher, readGroupPages } from './fetchPagesInOrder.ts';

/** Counts of the values of a field in all documents of a query. `distinct` is the number of its values. */
export type QueryValueCounts = {
  documents: number;
  /** Documents without the field. 0 if the requested groups do not include them. */
  missing: number;
  distinct: number;
  /** Values with the most documents, as many as were requested. */
  values: readonly FieldValueCount[];
  hasMore: boolean;
};

type QueryValueCountsOptions = {
  pipeline: readonly OrderedJsonObject[];
  path: FieldPath;
  /** Number of pages of values to return. */
  pages: number;
  pageSize: number | undefined;
  fetchGroups: GroupsFetcher;
  signal: AbortSignal;
};

const ADDED_STAGES = 2;

export function canCountValues(pipeline: readonly OrderedJsonObject[]): boolean {
  return pipeline.length + ADDED_STAGES <= STAGES_MAX;
}

/**
 * Counts the values of a field, most frequent first, in a service that groups and sorts. Takes one request if the values
 * fit on a page of a known size; otherwise another one counts the further values.
 * @throws any error of the request function
 */
export async function fetchQueryValueCounts(options: QueryValueCountsOptions): Promise<QueryValueCounts> {
  const { pipeline, path, pages, pageSize, fetchGroups, signal } = options;
  const grouped = [...pipeline, createGroupStage([['value', toFieldReference(path)]], [['count', COUNT_OPERATOR]])];
  const ranked = [...grouped, createStageObject('sort', 'specs', [['count', -1]])];
  const groups: JsonObject[] = [];
  let isLastPage = false;
  for (let page = 1; page <= pages && !isLastPage; page++) {
    const loaded = await fetchGroups(ranked, page, signal, pageSize);
    groups.push(...loaded);
    isLastPage = loaded.length < (pageSize ?? 1);
  }
  const valued = groups.filter((group) => Object.hasOwn(group, 'value'));
  const missing = toDouble(groups.find((group) => !Object.hasOwn(group, 'value'))?.['count']);
  const values = valued.map(({ value, count }) => ({ key: getValueKey(value), value, count: toDouble(count) }));
  if (isLastPage) {
    const documents = groups.reduce((sum, group) => sum + toDouble(group['count']), 0);
    return { documents, missing, distinct: values.length, values, hasMore: false };
  }
  const sums = createGroupStage(
    [],
    [
      ['values', COUNT_OPERATOR],
      ['documents', createOperatorObject('$sum', '$count')],
    ],
  );
  const [totals] = await fetchGroups([...grouped, sums], 1, signal, pageSize);
  const distinct = Math.max(values.length, toDouble(totals?.['values']) - (groups.length - valued.length));
  return { documents: toDouble(totals?.['documents']), missing, distinct, values, hasMore: distinct > values.length };
}

type NumberBinsOptions = Pick<QueryValueCountsOptions, 'pipeline' | 'path' | 'pageSize' | 'fetchGroups' | 'signal'> & {
  /** Divides a range into bins of equal length. */
  createEdges: (least: number, most: number) => readonly number[];
};

/**
 * Counts the numbers of a field by size, in a service that groups: one request for their range and one for the bins.
 * Undefined if they are all the same.
 * @throws any error of the request function
 */
export async function fetchNumberBins({ createEdges, ...options }: NumberBinsOptions) {
  const { pipeline, path, pageSize, fetchGroups, signal } = options;
  const field = toFieldReference(path);
  const extent = ['$min', '$max', '$avg'].map(
    (name): OrderedJsonEntry => [name.slice(1), createOperatorObject(name, field)],
  );
  const [range] = await fetchGroups([...pipeline, createGroupStage([], extent)], 1, signal, pageSize);
  const { min: least, max: most, avg: mean } = range ?? {};
  if (!isNumberOrExact(least) || !isNumberOrExact(most) || toDouble(least) === toDouble(most)) return undefined;
  const edges = createEdges(toDouble(least), toDouble(most));
  const [first = 0, second = 0] = edges;
  const width = second - first;
  const bucket = createOperatorObject(
    '$bucket',
    new OrderedJsonObject([
      ['of', field],
      ['by', width],
    ]),
  );
  const counts = edges.slice(1).map(() => 0);
  for await (const groups of readGroupPages(options, [
    createGroupStage([['at', bucket]], [['count', COUNT_OPERATOR]]),
  ])) {
    for (const { at, count: documents } of groups.documents) {
      if (!isNumberOrExact(at)) continue;
      const bin = Math.min(counts.length - 1, Math.max(0, Math.round((toDouble(at) - first) / width)));
      counts[bin] = (counts[bin] ?? 0) + toDouble(documents);
    }
  }
  return { edges, counts, least: toDouble(least), most: toDouble(most), mean: toDouble(mean) };
}

function toDouble(value: unknown): number {
  return isNumberOrExact(value) ? Number(String(value)) : 0;
}
