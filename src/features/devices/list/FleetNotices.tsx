import { formatReceivedCount, getConsistencyWarnings } from '#fleet/model/consistencyWarnings.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { Notice } from '#ui/notices/Notice.tsx';
import { LinkedSourceNotice } from './ListLastSeenStatus.tsx';
import { devicesListMessages } from './messages.ts';

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
  if (dropped.length > 0) sentences.push(devicesListMessages.invalidLinkParts(dropped.join(', ')));
  if (invalidWidths.length > 0) {
    sentences.push(devicesListMessages.columnWidthsDamaged(invalidWidths.join(', ')));
  }
  if (ignoredFilters.length > 0) {
    sentences.push(devicesListMessages.tooManyFilters(ignoredFilters.join(', ')));
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
