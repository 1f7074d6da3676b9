import { useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import { describeDoubt } from '#fleet/shown/doubt.ts';
import { QuestionLine } from '#ui/notices/QuestionLine.tsx';

/** Asks before a refreshed list that lost most of its devices, or is malformed, replaces the current one. */
export function DoubtNotice() {
  const { doubt } = useDeviceList();
  const { decide } = useDevices();
  if (!doubt) return null;
  const keep = { label: 'Keep the list', run: () => decide(false) };
  const replace = { label: 'Show the new list', run: () => decide(true) };
  return <QuestionLine question={describeDoubt(doubt)} keep={keep} replace={replace} />;
}
