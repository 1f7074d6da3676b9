import { useQueryClient } from '@tanstack/react-query';
import { snippets } from '#api/snippets.ts';
import { DocumentsPane } from '#features/device/documents/DocumentsPane.tsx';
import { FieldPicker } from '#features/device/watch/FieldPicker.tsx';
import { toPlainText } from '#lib/invisible.ts';
import { truncate } from '#lib/truncate.ts';
import { DEVICES } from '#paths/addresses.ts';
import { lastPlace } from '#paths/frame.ts';
import { useConnection } from '#session/session.ts';
import { BackLink } from '#ui/controls/BackLink.tsx';
import { DamagedLink } from '#ui/notices/DamagedLink.tsx';
import { PageBody } from '#ui/page/PageBody.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { PageMenu } from '#ui/page/PageMenu.tsx';
import { within } from '#ui/page/place.tsx';
import { Freshness } from '#ui/states/Freshness.tsx';
import { PlainText } from '#ui/values/PlainText.tsx';
import { DeviceIdentity, DevicePosition, useNarrowHeader } from './DeviceIdentity.tsx';
import classes from './DevicePage.module.css';
import { DevicePlace, useDevice } from './DevicePlace.tsx';
import { RecordPane, RecordState } from './RecordPane.tsx';

/** Maximum length of the title, in characters; the record shows the full name. */
const TITLE_MAX = 300;

export const DevicePage = within(DevicePlace, Device);

function Device() {
  const { deviceID, dropped, record } = useDevice();
  const narrow = useNarrowHeader();
  const name = record?.device['name'];
  const title = truncate(typeof name === 'string' && name !== '' ? name : deviceID, TITLE_MAX);
  return (
    <>
      <title>{`${toPlainText(title)} · Fleetlens`}</title>
      <PageHeader
        view={<BackLink to={lastPlace(DEVICES)}>Back to the list</BackLink>}
        title={<PlainText text={title} />}
        aside={<Tools />}
      />
      <PageBody flush>
        <DamagedLink dropped={dropped} />
        <RecordState />
        {record && (
          <>
            <DeviceIdentity device={record.device} />
            <div className={classes['panes']}>
              <RecordPane record={record} />
              <FieldPicker record={record} />
              <DocumentsPane />
            </div>
          </>
        )}
        {!record && narrow && <DevicePosition />}
      </PageBody>
    </>
  );
}

function Tools() {
  const { deviceID, query, queryKey } = useDevice();
  const connection = useConnection();
  const queryClient = useQueryClient();
  const narrow = useNarrowHeader();
  return (
    <>
      {!narrow && <DevicePosition />}
      <span className={classes['fresh']}>
        <Freshness
          asOf={query.data?.fetchedAt}
          stale={query.isRefetchError}
          refresh={{
            running: query.isFetching,
            run: () => void query.refetch(),
            cancel: () => void queryClient.cancelQueries({ queryKey, exact: true }),
          }}
        />
      </span>
      <PageMenu label="More of this device" requests={snippets(connection, 'device', { deviceID })} />
    </>
  );
}
