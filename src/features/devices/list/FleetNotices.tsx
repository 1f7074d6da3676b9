import { formatReceivedCount, getConsistencyWarnings } from '#fleet/model/consistencyWarnings.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { Notice } from '#ui/notices/Notice.tsx';
import { LinkedSourceNotice } from './ListLastSeenStatus.tsx';

type Props = {
  fleet: Fleet;
  dropped: readonly string[];
  invalidWidths: readonly string[];
  ignoredFilters: readonly string[];
  isInventoryMissing: boolean;
  onRetry: () => void;
};

export function FleetNotices({ fleet, dropped, invalidWidths, ignoredFilters, isInventoryMissing, onRetry }: Props) {
  const sentences = fleet.state === 'reading' ? [] : getConsistencyWarnings(fleet);
  if (dropped.length > 0)
    sentences.push(`Some parts of this link are invalid and were ignored: ${dropped.join(', ')}.`);
  if (invalidWidths.length > 0) {
    sentences.push(`Saved column widths are damaged and were ignored: ${invalidWidths.join(', ')}.`);
  }
  if (ignoredFilters.length > 0) {
    sentences.push(`Too many filters at once. Not applied: ${ignoredFilters.join(', ')}.`);
  }
  if (isInventoryMissing) {
    sentences.push(
      'This link refers to a pasted list, which is kept only in the tab where it was pasted. Paste the list again.',
    );
  }
  return (
    <>
      {fleet.cancelled && (
        <Notice title="Loading was canceled." action={{ label: 'Retry', run: onRetry }}>
          {`${formatReceivedCount(fleet, 'devices')} were loaded and are shown. The counts do not include the rest.`}
        </Notice>
      )}
      <LinkedSourceNotice />
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
