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
  const groups = useResultGroups()?.groups;
  const { inPage } = pages.current.data ?? {};
  const count = groups?.values.find(({ operator }) => operator === '$count')?.name ?? '';
  const query = shownQuery?.urlQuery ?? urlQuery;
  return {
    query: [...describeQuerySource(query, shownQuery?.at ?? 0), ...(comparison ? [comparison.text] : [])],
    hasTimeRange: query.pipeline.some(({ entries }) => entries[0]?.[1] === 'range'),
    /** Describes the number of documents or groups. `isWhole` tells whether the result has no others. */
    describeCount: (shown: number, isWhole = rows.isWhole) => {
      if (!groups) return `${formatCountWithNoun(shown, 'document')}${isWhole ? '' : ', more are not loaded'}`;
      const grouped = inPage?.documents ?? (isWhole ? totals?.sums[count] : undefined);
      const of = grouped === undefined ? '' : ` of ${formatCountWithNoun(Number(grouped), 'document')}`;
      const partial = inPage?.isComplete === false ? ', partial' : '';
      return `${formatCountWithNoun(shown, 'group')}${isWhole ? '' : ' and more'}${of}${partial}`;
    },
  };
}
