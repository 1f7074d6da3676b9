import { useQueryClient } from '@tanstack/react-query';
import { createRequestSnippets } from '#api/requestSnippets.ts';
import { DocumentsPane } from '#features/device/documents/DocumentsPane.tsx';
import { SingleFieldPane } from '#features/device/watch/SingleFieldPane.tsx';
import { toVisibleText } from '#lib/invisible.ts';
import { truncate } from '#lib/truncate.ts';
import { useLastUrls } from '#session/lastUrls.ts';
import { useConnection } from '#session/useSession.ts';
import { BackLink } from '#ui/controls/BackLink.tsx';
import { InvalidLinkNotice } from '#ui/notices/Notice.tsx';
import { withProvider } from '#ui/page/createProvider.tsx';
import { PageBody } from '#ui/page/PageBody.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { PageMenu } from '#ui/page/PageMenu.tsx';
import { RefreshControls } from '#ui/states/RefreshControls.tsx';
import { PlainText } from '#ui/values/PlainText.tsx';
import { buildDeviceUrl } from '#urls/device.ts';
import { DEVICES_PATH } from '#urls/routePaths.ts';
import { DeviceIdentity, DeviceNavigation, useIsNarrowDeviceHeader } from './DeviceIdentity.tsx';
import classes from './DevicePage.module.css';
import { DeviceProvider, useDevice } from './DeviceProvider.tsx';
import { RecordPane, RecordQueryStatusView } from './RecordPane.tsx';

/** Maximum length of the title, in characters. The record shows the full name. */
const TITLE_MAX = 300;

export const DevicePage = withProvider(DeviceProvider, DeviceContent);

function DeviceContent() {
  const lastUrls = useLastUrls();
  const { deviceID, dropped, record } = useDevice();
  const narrow = useIsNarrowDeviceHeader();
  const name = record?.device['name'];
  const title = truncate(typeof name === 'string' && name !== '' ? name : deviceID, TITLE_MAX);
  return (
    <>
      <title>{`${toVisibleText(title)} · Fleetlens`}</title>
      <PageHeader
        view={<BackLink to={lastUrls.get(DEVICES_PATH)}>Back to the list</BackLink>}
        title={<PlainText text={title} />}
        aside={<DeviceHeaderActions />}
      />
      <PageBody flush>
        <InvalidLinkNotice droppedParts={dropped} />
        <RecordQueryStatusView />
        {record && (
          <>
            <DeviceIdentity device={record.device} />
            <div className={classes['panes']}>
              <RecordPane record={record} />
              <SingleFieldPane record={record} />
              <DocumentsPane />
            </div>
          </>
        )}
        {!record && narrow && <DeviceNavigation />}
      </PageBody>
    </>
  );
}

function DeviceHeaderActions() {
  const { deviceID, path, query, queryKey } = useDevice();
  const connection = useConnection();
  const queryClient = useQueryClient();
  const narrow = useIsNarrowDeviceHeader();
  return (
    <>
      {!narrow && <DeviceNavigation />}
      <span className={classes['fresh']}>
        <RefreshControls
          updatedAt={query.data?.fetchedAt}
          stale={query.isRefetchError}
          refresh={{
            running: query.isFetching,
            run: () => void query.refetch(),
            cancel: () => void queryClient.cancelQueries({ queryKey, exact: true }),
          }}
        />
      </span>
      <PageMenu
        label="More device actions"
        requests={createRequestSnippets(connection, 'device', { deviceID })}
        pin={path === undefined ? undefined : { link: buildDeviceUrl(deviceID, path) }}
      />
    </>
  );
}
