import { createRequestSnippets } from '#api/requestSnippets.ts';
import { getLoadedShare, isBeingRefetched } from '#fleet/shown/loadState.ts';
import { describeSuspiciousUpdate } from '#fleet/shown/suspiciousUpdate.ts';
import { useConnection } from '#session/useSession.ts';
import { useUrlState } from '#ui/browser/useUrlState.ts';
import { ConfirmReplaceNotice, InvalidLinkNotice } from '#ui/notices/Notice.tsx';
import { PageBody } from '#ui/page/PageBody.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { PageMenu } from '#ui/page/PageMenu.tsx';
import { LinearProgress } from '#ui/states/LinearProgress.tsx';
import { QueryStatusView } from '#ui/states/QueryStatusView.tsx';
import { RefreshControls } from '#ui/states/RefreshControls.tsx';
import { RequestErrorActions } from '#ui/states/RequestErrorActions.tsx';
import shared from '#ui/theme/shared.module.css';
import { buildOverviewUrl, parseOverviewUrl } from '#urls/overview.ts';
import { CONNECTIONS_PATH } from '#urls/routePaths.ts';
import { ConsistencyWarnings, FleetCount, Overview, OverviewSkeleton } from './Overview.tsx';
import { useOverview } from './useOverview.ts';

export function OverviewPage() {
  const connection = useConnection();
  const { state, dropped, change } = useUrlState(parseOverviewUrl, buildOverviewUrl);
  const { query, queryKey, fleet, summary, connectivity, lastSeen, doubt, decide } = useOverview();
  const requests = createRequestSnippets(connection, 'devices', {});
  const again = () => void query.refetch();
  return (
    <>
      <title>Overview · Fleetlens</title>
      <PageHeader
        title="Overview"
        count={fleet && <FleetCount fleet={fleet} />}
        aside={
          <>
            <RefreshControls
              updatedAt={summary?.fleet.fetchedAt || undefined}
              stale={Boolean(query.error && fleet) && fleet?.state !== 'incomplete'}
              refresh={{ running: query.isFetching, run: again }}
            />
            <PageMenu label="More page actions" requests={requests} />
          </>
        }
      />
      <InvalidLinkNotice droppedParts={dropped} />
      {doubt && (
        <ConfirmReplaceNotice
          question={describeSuspiciousUpdate(doubt)}
          keep={{ label: 'Keep the list', run: () => decide(false) }}
          replace={{ label: 'Show the new list', run: () => decide(true) }}
        />
      )}
      {fleet?.state === 'reading' && (
        <div className={shared['above']}>
          <LinearProgress label="Devices loaded" value={getLoadedShare(fleet)} />
        </div>
      )}
      {fleet && !isBeingRefetched(query, fleet) && <ConsistencyWarnings fleet={fleet} />}
      {fleet && (
        <QueryStatusView
          query={query}
          queryKey={queryKey}
          subject="the devices"
          partial={fleet.state === 'incomplete'}
        />
      )}
      {summary ? (
        <Overview
          summary={summary}
          connectivity={connectivity}
          lastSeen={lastSeen}
          state={state}
          onStateChange={(next) => change(next, true)}
          onRefetch={again}
        />
      ) : (
        !fleet && (
          <PageBody>
            <QueryStatusView
              query={query}
              queryKey={queryKey}
              subject="the devices"
              skeleton={<OverviewSkeleton />}
              extraActions={<RequestErrorActions connectionsPath={CONNECTIONS_PATH} requests={requests} />}
            />
          </PageBody>
        )
      )}
    </>
  );
}
