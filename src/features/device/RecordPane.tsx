import { useNavigate } from 'react-router-dom';
import { createRequestSnippets } from '#api/requestSnippets.ts';
import { RecordFields } from '#fields/RecordFields.tsx';
import type { JsonObject } from '#lib/json/json.ts';
import { formatTimeOfDay } from '#lib/time/time.ts';
import { truncate } from '#lib/truncate.ts';
import { useConnection } from '#session/useSession.ts';
import { SegmentedControl } from '#ui/controls/SegmentedControl.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { ErrorDetails } from '#ui/states/ErrorDetails.tsx';
import { QueryStatusView } from '#ui/states/QueryStatusView.tsx';
import { RequestErrorActions } from '#ui/states/RequestErrorActions.tsx';
import { JsonViewer } from '#ui/viewers/JsonViewer.tsx';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE } from '#urls/devices.ts';
import { CONNECTIONS_PATH, DEVICES_PATH } from '#urls/routePaths.ts';
import { useDevice } from './DeviceProvider.tsx';

const VIEW_OPTIONS = [
  { value: 'fields', label: 'Fields' },
  { value: 'json', label: 'JSON' },
] as const;

const ID_MAX = 300;

export type DeviceRecord = { device: JsonObject; fetchedAt: number };

const SHARED_FIELDS: readonly string[] = ['productID', 'admin'];

export function RecordPane({ record }: { record: DeviceRecord }) {
  const { fromList, view, showView } = useDevice();
  return (
    <Pane
      title="Record"
      count={fromList ? `from the list, fetched ${formatTimeOfDay(record.fetchedAt)}` : undefined}
      aside={<SegmentedControl label="View record as" options={VIEW_OPTIONS} value={view} onValueChange={showView} />}
    >
      {view === 'json' ? (
        <JsonViewer value={record.device} label="device record" />
      ) : (
        <RecordFields device={record.device} getPath={buildDevicesWithValueUrl} />
      )}
    </Pane>
  );
}

export function RecordQueryStatusView() {
  const { deviceID, query, queryKey, notFoundError, record } = useDevice();
  const connection = useConnection();
  const navigate = useNavigate();
  if (notFoundError) {
    return (
      <ErrorDetails
        title={`Device “${truncate(deviceID, ID_MAX)}” not found`}
        error={notFoundError}
        action={{ label: 'All devices', run: () => void navigate(DEVICES_PATH) }}
      />
    );
  }
  if (record && query.isFetching && !query.error) return null;
  const requests = createRequestSnippets(connection, 'device', { deviceID });
  return (
    <QueryStatusView
      query={query}
      queryKey={queryKey}
      subject="this device"
      extraActions={<RequestErrorActions connectionsPath={CONNECTIONS_PATH} requests={requests} />}
    />
  );
}

export function buildDevicesWithValueUrl(field: string, value: string): string | undefined {
  return SHARED_FIELDS.includes(field)
    ? buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, facets: { [field]: [value] } })
    : undefined;
}
