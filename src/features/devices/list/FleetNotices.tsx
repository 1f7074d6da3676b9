import { formatReceivedCount, getConsistencyWarnings } from '#fleet/model/consistencyWarnings.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { Notice } from '#ui/notices/Notice.tsx';

type Props = {
  fleet: Fleet;
  /** Parts of the link that are invalid, and columns whose stored widths are. */
  dropped: readonly string[];
  invalidWidths: readonly string[];
  /** Filters that are not applied because there are too many. */
  ignoredFilters: readonly string[];
  /** True if the link filters by a pasted list that this tab does not have. */
  isInventoryMissing: boolean;
  onRetry: () => void;
};

export function FleetNotices({ fleet, dropped, invalidWidths, ignoredFilters, isInventoryMissing, onRetry }: Props) {
  const sentences = fleet.state === 'reading' ? [] : getConsistencyWarnings(fleet);
  if (dropped.length > 0) sentences.push(`This link was not understood whole; left out: ${dropped.join(', ')}.`);
  if (invalidWidths.length > 0) {
    sentences.push(`Widths of columns that this browser kept are damaged; left out: ${invalidWidths.join(', ')}.`);
  }
  if (ignoredFilters.length > 0) {
    sentences.push(`There are more filters than work at a time; not filtered by: ${ignoredFilters.join(', ')}.`);
  }
  if (isInventoryMissing) {
    sentences.push(
      'This link shows devices of a pasted list, which stays in the tab it was pasted in: paste it again.',
    );
  }
  return (
    <>
      {fleet.cancelled && (
        <Notice title="Loading was cancelled." action={{ label: 'Retry', run: onRetry }}>
          {`${formatReceivedCount(fleet, 'devices')} came and are shown; the others are missing from every count.`}
        </Notice>
      )}
      {sentences.length > 0 && (
        <Notice tone="attention" title="Check this list.">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
    </>
  );
}
