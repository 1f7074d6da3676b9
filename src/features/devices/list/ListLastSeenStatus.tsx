import { useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import { ChooseDocumentsPopover } from '#lastSeen/ChooseDocumentsPopover.tsx';
import { useDocumentSource } from '#lastSeen/documentSource.ts';
import { LastSeenStatus } from '#lastSeen/LastSeenStatus.tsx';
import { getDocumentSourceId } from '#pipeline/run/lastSeenSpec.ts';
import { Notice } from '#ui/notices/Notice.tsx';

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
