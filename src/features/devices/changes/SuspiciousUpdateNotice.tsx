import { useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import { describeSuspiciousUpdate } from '#fleet/shown/suspiciousUpdate.ts';
import { ConfirmReplaceNotice } from '#ui/notices/ConfirmReplaceNotice.tsx';

export function SuspiciousUpdateNotice() {
  const { doubt } = useDeviceList();
  const { resolveDoubt } = useDevicesPage();
  if (!doubt) return null;
  const keep = { label: 'Keep the list', run: () => resolveDoubt(false) };
  const replace = { label: 'Show the new list', run: () => resolveDoubt(true) };
  return <ConfirmReplaceNotice question={describeSuspiciousUpdate(doubt)} keep={keep} replace={replace} />;
}
