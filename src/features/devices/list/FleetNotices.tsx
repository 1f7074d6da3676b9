import { useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import { formatReceivedCount, getConsistencyWarnings } from '#fleet/model/consistencyWarnings.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { describeSuspiciousUpdate } from '#fleet/shown/suspiciousUpdate.ts';
import { ChooseDocumentsPopover } from '#lastSeen/ChooseDocumentsPopover.tsx';
import { useDocumentSource } from '#lastSeen/documentSource.ts';
import { LastSeenStatus } from '#lastSeen/LastSeenStatus.tsx';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { getDocumentSourceId } from '#pipeline/run/lastSeenSpec.ts';
import { ConfirmReplaceNotice, Notice } from '#ui/notices/Notice.tsx';

type Props = {
  fleet: Fleet;
  dropped: readonly string[];
  invalidWidths: readonly string[];
  ignoredFilters: readonly string[];
  isInventoryMissing: boolean;
  isListed: boolean;
  onRetry: () => void;
};

export function FleetNotices({
  fleet,
  dropped,
  invalidWidths,
  ignoredFilters,
  isInventoryMissing,
  isListed,
  onRetry,
}: Props) {
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
      {isListed && <OmittedNotice />}
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

export function SuspiciousUpdateNotice() {
  const { doubt } = useDeviceList();
  const { resolveDoubt } = useDevicesPage();
  if (!doubt) return null;
  const keep = { label: 'Keep the list', run: () => resolveDoubt(false) };
  const replace = { label: 'Show the new list', run: () => resolveDoubt(true) };
  return <ConfirmReplaceNotice question={describeSuspiciousUpdate(doubt)} keep={keep} replace={replace} />;
}

/** State of the fields computed from documents, and where these are. */
export function ListLastSeenStatus() {
  const { connection, go } = useDevicesPage();
  const { lastSeen } = useDeviceList();
  const { source } = lastSeen.spec ?? {};
  return (
    <>
      <LastSeenStatus connection={connection} state={lastSeen} />
      {source && (
        <span>
          last seen by <b>{source.time}</b> of <b>{source.collection}</b>{' '}
          <ChooseDocumentsPopover label="Change" onSaved={() => go.replace({ source: undefined })} />
        </span>
      )}
    </>
  );
}

/** Tells that the link of the list names other documents than the reader chose. */
export function LinkedSourceNotice() {
  const { named, go } = useDevicesPage();
  const { isWanted } = useDeviceList().lastSeen;
  const own = useDocumentSource();
  const { source } = named;
  if (!isWanted || !source || !own || getDocumentSourceId(source) === getDocumentSourceId(own)) return null;
  return (
    <Notice
      title={`This link reads last seen from ${source.collection}, by ${source.time}.`}
      action={{ label: 'Use my choice', run: () => go.replace({ source: undefined }) }}
    >
      {`Your choice, ${own.collection} by ${own.time}, is unchanged.`}
    </Notice>
  );
}

const NAMED_IDS_MAX = 3;

/** Names what a list of devices from groups lacks. */
function OmittedNotice() {
  const { setReconciling } = useDevicesPage();
  const { omitted, found } = useDeviceList().pasted;
  if (omitted === undefined || !found) return null;
  const unknown = found.inventory.entries.filter(({ outcome }) => outcome === 'not found' || outcome === 'unreadable');
  const named = unknown.slice(0, NAMED_IDS_MAX).map(({ text }) => toVisibleText(text));
  const others = unknown.length > named.length ? ` and ${formatCount(unknown.length - named.length)} more` : '';
  const count = formatCountWithNoun(unknown.length, 'ID that is', 'IDs that are');
  const missing = unknown.length > 0 && `${count} not in this list of devices: ${named.join(', ')}${others}`;
  const parts = [omitted, missing].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <Notice
      title="Not all groups are listed."
      action={unknown.length > 0 ? { label: 'Compare', run: () => setReconciling(true) } : undefined}
    >
      {`The list lacks ${parts.join(', ')}.`}
    </Notice>
  );
}
