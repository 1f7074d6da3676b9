import { useAutoRefresh } from '#api/autoRefresh.ts';
import { snippetsOfEach } from '#api/snippets.ts';
import { useConnection } from '#session/session.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { ToolBar } from '#ui/page/Bars.tsx';
import { PageMenu } from '#ui/page/PageMenu.tsx';
import { Freshness } from '#ui/states/Freshness.tsx';
import { AddDevice } from './AddDevice.tsx';
import classes from './ComparePage.module.css';
import { useComparison } from './ComparePlace.tsx';
import { useCopyTable } from './useCopyTable.ts';

/** Which fields are shown, and the way to one more device. */
export function CompareTools() {
  const { different, fields, differing, show } = useComparison();
  const copyTable = useCopyTable();
  return (
    <ToolBar label="Fields shown">
      <Segmented
        label="Fields"
        options={[
          { value: 'all', label: `All ${fields.length} fields` },
          { value: 'different', label: `${differing.length} that differ` },
        ]}
        value={different ? 'different' : 'all'}
        onPick={(value) => show({ different: value === 'different' })}
      />
      <span className={classes['legend']}>unlike the others</span>
      <span className={classes['tools']}>
        <Button look="plain" className={classes['copy']} onClick={copyTable}>
          Copy as table
        </Button>
        <AddDevice />
      </span>
    </ToolBar>
  );
}

/** How fresh the oldest record is, and the requests to copy. */
export function CompareAside() {
  const { deviceIDs, queries } = useComparison();
  const connection = useConnection();
  const autoRefresh = useAutoRefresh();
  const copyTable = useCopyTable();
  const asOf = Math.min(...queries.map(({ data }) => data?.fetchedAt ?? Number.POSITIVE_INFINITY));
  return (
    <>
      <Freshness
        asOf={Number.isFinite(asOf) ? asOf : undefined}
        stale={queries.some(({ isRefetchError }) => isRefetchError)}
        refresh={{
          running: queries.some(({ isFetching }) => isFetching),
          run: () => queries.forEach(({ refetch }) => void refetch()),
        }}
        autoRefresh={autoRefresh}
      />
      <PageMenu
        label="More of this comparison"
        requests={deviceIDs.length > 0 ? snippetsOfEach(connection, deviceIDs) : []}
        autoRefresh={autoRefresh}
        further={[{ label: 'Copy as table', run: copyTable }, 'line']}
      />
    </>
  );
}
