import { memo } from 'react';
import { useAutoRefresh } from '#api/autoRefresh.ts';
import type { Connection } from '#api/connection.ts';
import { snippets } from '#api/snippets.ts';
import type { DevicesRequest } from '#contract/device.ts';
import { CopyAs } from '#ui/CopyAs.tsx';
import { Freshness } from '#ui/Freshness.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';

type Props = {
  connection: Connection;
  request: DevicesRequest;
  asOf: number | undefined;
  stale: boolean;
  refreshing: boolean;
  refetch: () => unknown;
};

/** The page's title, with the request to copy and how fresh its answer is. */
export const DevicesHeader = memo(function DevicesHeader({
  connection,
  request,
  asOf,
  stale,
  refreshing,
  refetch,
}: Props) {
  const autoRefresh = useAutoRefresh();
  return (
    <PageHeader
      title="Devices"
      aside={
        <>
          <CopyAs choices={snippets(connection, 'devices', request)} />
          <Freshness
            asOf={asOf}
            stale={stale}
            refreshing={refreshing}
            onRefresh={() => void refetch()}
            autoRefresh={autoRefresh}
          />
        </>
      }
    />
  );
});
