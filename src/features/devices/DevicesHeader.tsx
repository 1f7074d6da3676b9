import { memo, type ReactNode } from 'react';
import { useAutoRefresh } from '#api/autoRefresh.ts';
import type { Connection } from '#api/connection.ts';
import { snippets } from '#api/snippets.ts';
import type { DevicesRequest } from '#contract/device.ts';
import type { Sheet } from '#features/devices/list/DeviceSheet.tsx';
import { usePhoneMenu } from '#features/devices/list/usePhoneMenu.ts';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { PageMenu } from '#ui/page/PageMenu.tsx';
import { Freshness } from '#ui/states/Freshness.tsx';

type Props = {
  connection: Connection;
  request: DevicesRequest;
  count: ReactNode;
  view: ReactNode;
  asOf: number | undefined;
  stale: boolean;
  refreshing: boolean;
  /** The list itself is under way, not what it is joined with. */
  fetching: boolean;
  refetch: () => unknown;
  cancel: () => void;
  onReconcile: () => void;
  onSheet: (sheet: Sheet) => void;
  onSelectAll: () => void;
};

/** The page's title and count, how fresh its answer is, and the request to copy. */
export function DevicesHeader({ view, count, ...answer }: Props) {
  return <PageHeader title="Devices" view={view} count={count} aside={<Aside {...answer} />} />;
}

/** Of itself, because the count beside it changes with every letter of a search. */
const Aside = memo(function Aside(props: Omit<Props, 'view' | 'count'>) {
  const { connection, request, asOf, stale, refreshing, fetching, refetch, cancel, onReconcile, onSheet, onSelectAll } =
    props;
  const phone = usePhoneMenu(onSheet, onSelectAll);
  const autoRefresh = useAutoRefresh();
  return (
    <>
      <Freshness
        asOf={asOf}
        below
        stale={stale}
        refresh={{ running: refreshing, run: () => void refetch(), cancel: fetching ? cancel : undefined }}
        autoRefresh={autoRefresh}
      />
      <PageMenu
        label="More of this list"
        requests={snippets(connection, 'devices', request)}
        autoRefresh={autoRefresh}
        further={[...phone, { label: 'Reconcile an inventory', run: onReconcile }, 'line']}
      />
    </>
  );
});
