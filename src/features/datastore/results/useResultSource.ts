import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { useResultGroups } from '#features/datastore/groups/useResultGroups.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { describeQuerySource } from '#pipeline/draft/describeQuerySource.ts';
import { useResults } from './ResultsProvider.tsx';

/** Describes the displayed query, and a number of its documents or groups, for an image of the result. */
export function useResultSource() {
  const { shownQuery, urlQuery, pages } = useDatastore();
  const { rows, totals, periodBefore } = useResults();
  const { comparison } = periodBefore;
  const { isWhole } = rows;
  const groups = useResultGroups()?.groups;
  const { inPage } = pages.current.data ?? {};
  const count = groups?.values.find(({ operator }) => operator === '$count')?.name ?? '';
  const grouped = inPage?.documents ?? (isWhole ? totals?.sums[count] : undefined);
  const query = shownQuery?.urlQuery ?? urlQuery;
  return {
    query: [...describeQuerySource(query, shownQuery?.at ?? 0), ...(comparison ? [comparison.text] : [])],
    hasTimeRange: query.pipeline.some(({ entries }) => entries[0]?.[1] === 'range'),
    describeCount: (shown: number) =>
      groups
        ? `${formatCountWithNoun(shown, 'group')}${isWhole ? '' : ' and more'}${grouped === undefined ? '' : ` of ${formatCountWithNoun(Number(grouped), 'document')}`}${inPage?.isComplete === false ? ', partial' : ''}`
        : formatCountWithNoun(shown, 'document'),
  };
}
