import { snippets } from '#api/snippets.ts';
import { isAskedAnew, shareArrived } from '#fleet/shown/arrival.ts';
import { describeDoubt } from '#fleet/shown/doubt.ts';
import { CONNECTIONS } from '#paths/addresses.ts';
import { overviewPath, parseOverviewUrl } from '#paths/overview.ts';
import { useConnection } from '#session/session.ts';
import { useLink } from '#ui/browser/useLink.ts';
import { DamagedLink } from '#ui/notices/DamagedLink.tsx';
import { QuestionLine } from '#ui/notices/QuestionLine.tsx';
import { PageBody } from '#ui/page/PageBody.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { PageMenu } from '#ui/page/PageMenu.tsx';
import { FailedWays } from '#ui/states/FailedWays.tsx';
import { Freshness } from '#ui/states/Freshness.tsx';
import { ProgressLine } from '#ui/states/ProgressLine.tsx';
import { QueryState } from '#ui/states/QueryState.tsx';
import shared from '#ui/theme/shared.module.css';
import { Arriving, Awaited, Complaints, Overview } from './Overview.tsx';
import { useOverview } from './useOverview.ts';

export function OverviewPage() {
  const connection = useConnection();
  const { state, dropped, change } = useLink(parseOverviewUrl, overviewPath);
  const { query, queryKey, fleet, summary, connectivity, doubt, decide } = useOverview();
  const requests = snippets(connection, 'devices', {});
  const again = () => void query.refetch();
  return (
    <>
      <title>Overview · Fleetlens</title>
      <PageHeader
        title="Overview"
        count={fleet && <Arriving fleet={fleet} />}
        aside={
          <>
            <Freshness
              asOf={summary?.fleet.fetchedAt || undefined}
              stale={Boolean(query.error && fleet) && fleet?.state !== 'incomplete'}
              refresh={{ running: query.isFetching, run: again }}
            />
            <PageMenu label="More of this page" requests={requests} />
          </>
        }
      />
      <DamagedLink dropped={dropped} />
      {doubt && (
        <QuestionLine
          question={describeDoubt(doubt)}
          keep={{ label: 'Keep the list', run: () => decide(false) }}
          replace={{ label: 'Show the new list', run: () => decide(true) }}
        />
      )}
      {fleet?.state === 'reading' && (
        <div className={shared['above']}>
          <ProgressLine label="Devices received" done={shareArrived(fleet)} />
        </div>
      )}
      {fleet && !isAskedAnew(query, fleet) && <Complaints fleet={fleet} />}
      {fleet && (
        <QueryState query={query} queryKey={queryKey} subject="the devices" partial={fleet.state === 'incomplete'} />
      )}
      {summary ? (
        <Overview
          summary={summary}
          connectivity={connectivity}
          state={state}
          onState={(next) => change(next, true)}
          onAgain={again}
        />
      ) : (
        !fleet && (
          <PageBody>
            <QueryState
              query={query}
              queryKey={queryKey}
              subject="the devices"
              skeleton={<Awaited />}
              further={<FailedWays connections={CONNECTIONS} requests={requests} />}
            />
          </PageBody>
        )
      )}
    </>
  );
}
