import { useNavigate } from 'react-router-dom';
import { snippets } from '#api/snippets.ts';
import { RecordFields } from '#fields/RecordFields.tsx';
import type { JsonObject } from '#lib/json/json.ts';
import { formatClock } from '#lib/time/time.ts';
import { truncate } from '#lib/truncate.ts';
import { CONNECTIONS, DEVICES } from '#paths/addresses.ts';
import { ALL_DEVICES, devicesPath } from '#paths/devices.ts';
import { useConnection } from '#session/session.ts';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { FailedWays } from '#ui/states/FailedWays.tsx';
import { Problem } from '#ui/states/Problem.tsx';
import { QueryState } from '#ui/states/QueryState.tsx';
import { JsonView } from '#ui/viewers/JsonView.tsx';
import { useDevice } from './DevicePlace.tsx';

const VIEWS = [
  { value: 'fields', label: 'Fields' },
  { value: 'json', label: 'JSON' },
] as const;

/** A longer ID is cut. */
const ID_MAX = 300;

/** A record, and when it was fetched, ms since 1970. */
export type DeviceRecord = { device: JsonObject; fetchedAt: number };

/** Fields whose value is shared by devices that are worth a list. */
const SHARED: readonly string[] = ['productID', 'admin'];

/** The whole record, by fields or as JSON. */
export function RecordPane({ record }: { record: DeviceRecord }) {
  const { fromList, view, showView } = useDevice();
  return (
    <Pane
      title="Record"
      count={fromList ? `of the list, ${formatClock(record.fetchedAt)}` : undefined}
      aside={<Segmented label="Record as" options={VIEWS} value={view} onPick={showView} />}
    >
      {view === 'json' ? (
        <JsonView value={record.device} label="device record" />
      ) : (
        <RecordFields device={record.device} pathOf={devicesOf} />
      )}
    </Pane>
  );
}

/** What there is to say of the record while it has not come, or where it does not come. */
export function RecordState() {
  const { deviceID, query, queryKey, unknown, record } = useDevice();
  const connection = useConnection();
  const navigate = useNavigate();
  if (unknown) {
    return (
      <Problem
        title={`No device “${truncate(deviceID, ID_MAX)}”`}
        error={unknown}
        action={{ label: 'All devices', run: () => void navigate(DEVICES) }}
      />
    );
  }
  if (record && query.isFetching && !query.error) return null;
  const requests = snippets(connection, 'device', { deviceID });
  return (
    <QueryState
      query={query}
      queryKey={queryKey}
      subject="the device"
      further={<FailedWays connections={CONNECTIONS} requests={requests} />}
    />
  );
}

/** The devices that have the same value of a field; nothing for fields that tell devices apart. */
export function devicesOf(field: string, value: string): string | undefined {
  return SHARED.includes(field) ? devicesPath({ ...ALL_DEVICES, facets: { [field]: [value] } }) : undefined;
}
