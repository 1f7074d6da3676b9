import type { FacetCount } from '#fleet/queries/facets.ts';
import { isNumberOrExact } from '#lib/group/decimal.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { describeTypePrefixedText } from '#lib/json/typePrefixedText.ts';
import type { ChartData } from '#pipeline/documents/chartData.ts';
import { applyColumnChoice, DEFAULT_COLUMN_CHOICE } from '#pipeline/documents/columnChoice.ts';
import { describeGroup, findKeyColumns, getGroupId } from '#pipeline/documents/describeGroup.ts';
import { createDocumentColumns, type DocumentColumn, getValueAtPath } from '#pipeline/documents/documentColumns.ts';
import {
  buildGroupDocumentsPipeline,
  findResultGrouping,
  isAdditiveGroupValue,
  type ResultGrouping,
  type ResultGroupValue,
} from '#pipeline/documents/resultGrouping.ts';
import { sortDocuments } from '#pipeline/documents/sortDocuments.ts';
import { buildDatastoreUrl, type DatastoreState } from '#urls/datastore.ts';
import { buildDevicesUrl } from '#urls/devices.ts';
import type { DevicesLink } from './tileLink.ts';
import { computeShare } from './tileResult.ts';

/** Bar of a tile: a value of a field or a group. `link` opens its devices or documents. */
export type TileBar = {
  id: string;
  label: string;
  value: number;
  /** Part of the total in percent. */
  share?: number | undefined;
  link?: string | undefined;
};

/**
 * Bars, longest first. `others` combines the remaining ones. Its count is undefined if not all of them were read; its
 * value also if it is no sum.
 */
export type TileBars = {
  kind: 'bars';
  bars: readonly TileBar[];
  others?: { count: number | undefined; value: number | undefined } | undefined;
};

/** Devices: a record per row, with the values of computed fields. */
export type DeviceRows = {
  kind: 'devices';
  fields: readonly string[];
  rows: readonly (readonly unknown[])[];
};

export type DocumentRows = {
  kind: 'documents';
  columns: readonly DocumentColumn[];
  rows: readonly (readonly unknown[])[];
};

/** Content of a tile that is not a number. */
export type TileContent = TileBars | DeviceRows | DocumentRows | { kind: 'chart'; data: ChartData };

/** Bars of a field of devices. With `totals`, the share of each bar is that of its own value. */
export function createFieldBars(
  counts: readonly FacetCount[],
  { link, by, top, totals }: { link: DevicesLink; by: string; top: number; totals: readonly FacetCount[] | undefined },
): TileBars {
  const sum = sumOf(counts.map(({ count }) => count));
  const totalOf = new Map(totals?.map(({ value, count }) => [value, count]));
  const bars = counts.slice(0, top).map(({ value, count }) => ({
    id: value,
    label: describeTypePrefixedText(value) || 'none',
    value: count,
    share: computeShare(count, totals ? (totalOf.get(value) ?? 0) : sum),
    link: buildDevicesUrl({ ...link.state, facets: { ...link.state.facets, [by]: [value] } }),
  }));
  const others = counts.slice(top);
  const rest = others.length > 0 ? { count: others.length, value: sumOf(others.map(({ count }) => count)) } : undefined;
  return { kind: 'bars', bars, others: rest };
}

type GroupBarsOptions = {
  state: DatastoreState;
  grouping: ResultGrouping;
  bar: ResultGroupValue;
  top: number;
  hasOperators: boolean;
};

/** Bars of the groups of a query, longest first. Groups without a number are left out. */
export function createGroupBars(
  { documents, isWhole }: { documents: readonly JsonObject[]; isWhole: boolean },
  { state, grouping, bar, top, hasOperators }: GroupBarsOptions,
): TileBars {
  const groups = documents
    .map((group) => ({ group, value: Number(String(group[bar.name])) }))
    .filter(({ group, value }) => isNumberOrExact(group[bar.name]) && Number.isFinite(value))
    .sort((one, other) => other.value - one.value);
  const isSummed = isWhole && isAdditiveGroupValue(bar);
  const sum = sumOf(groups.map(({ value }) => value));
  const { collection, documentID } = state;
  const keys = findKeyColumns(grouping, createDocumentColumns(documents, new Set(), grouping));
  const bars = groups.slice(0, top).map(({ group, value }) => {
    const pipeline = buildGroupDocumentsPipeline(state.pipeline, grouping, group, {
      // the unit of a time is known only from documents
      getTimeUnit: () => undefined,
      hasOperators,
    });
    return {
      id: getGroupId(grouping.keys, group),
      label: describeGroup(keys, group),
      value,
      share: isSummed ? computeShare(value, sum) : undefined,
      link: pipeline && buildDatastoreUrl({ collection, documentID, pipeline, page: 1, view: 'table' }),
    };
  });
  const others = groups.slice(top).map(({ value }) => value);
  const rest = { count: isWhole ? others.length : undefined, value: isSummed ? sumOf(others) : undefined };
  return { kind: 'bars', bars, others: rest.count === 0 ? undefined : rest };
}

/** The first documents of a page, with the columns and the order of the link. */
export function createDocumentRows(
  documents: readonly JsonObject[],
  { pipeline, columns: order = [], hidden = [], sort = [] }: DatastoreState,
  top: number,
): DocumentRows {
  const all = createDocumentColumns(documents, new Set(), findResultGrouping(pipeline));
  const { visible } = applyColumnChoice(all, { ...DEFAULT_COLUMN_CHOICE, order, hidden });
  const shown = sortDocuments(documents, all, sort).slice(0, top);
  const rows = shown.map((document) => visible.map(({ path }) => getValueAtPath(document, path)));
  return { kind: 'documents', columns: visible, rows };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
