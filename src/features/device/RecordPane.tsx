import { RecordFields } from '#fields/RecordFields.tsx';
import type { JsonObject } from '#lib/json/json.ts';
import { formatClock } from '#lib/time/time.ts';
import type { DeviceView } from '#paths/device.ts';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { JsonView } from '#ui/viewers/JsonView.tsx';
import { devicesOf } from './devicesOf.ts';

const VIEWS = [
  { value: 'fields', label: 'Fields' },
  { value: 'json', label: 'JSON' },
] as const;

/** A record, and when it was fetched, ms since 1970. */
export type DeviceRecord = { device: JsonObject; fetchedAt: number };

type Props = {
  record: DeviceRecord;
  /** It is what the list had: the service has not answered yet. */
  fromList: boolean;
  view: DeviceView;
  onView: (view: DeviceView) => void;
};

/** The whole record, by fields or as JSON. */
export function RecordPane({ record, fromList, view, onView }: Props) {
  return (
    <Pane
      title="Record"
      count={fromList ? `of the list, ${formatClock(record.fetchedAt)}` : undefined}
      aside={<Segmented label="Record as" options={VIEWS} value={view} onPick={onView} />}
    >
      {view === 'json' ? (
        <JsonView value={record.device} label="device record" />
      ) : (
        <RecordFields device={record.device} pathOf={devicesOf} />
      )}
    </Pane>
  );
}
