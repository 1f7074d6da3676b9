import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import results from '#features/datastore/results/Results.module.css';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { IN_PAGE_GROUPS_MAX } from '#pipeline/run/inPage/findGroupStageIndex.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { useTaskState } from '#session/useBackgroundTask.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import { Tag } from '#ui/values/Tag.tsx';
import { createInPageGroupTasks, formatGroupProgress } from './inPageGroupStore.ts';

export function BrowserGroupingStatus() {
  const { inPageKey, current } = useDatastore().pages;
  const { inPage } = current.data ?? {};
  return (
    <>
      {inPageKey !== undefined && current.isFetching && <InPageGroupProgressBar taskKey={inPageKey} />}
      {inPage && !current.isFetching && !current.isPlaceholderData && (!inPage.isComplete || inPage.leftOut > 0) && (
        <p className={`${results['more']} ${shared['wrap']}`}>
          <Tag tone="attention">partial</Tag>
          {!inPage.isComplete && (
            <>
              {`Only the first ${formatCountWithNoun(inPage.documents, 'document')} are grouped.`}
              <Button variant="link" onClick={() => void current.refetch()}>
                Group all documents
              </Button>
            </>
          )}
          {inPage.leftOut > 0 &&
            `This page can hold up to ${formatCount(IN_PAGE_GROUPS_MAX)} groups. ${formatCountWithNoun(inPage.leftOut, 'document')} of further groups are left out. Narrow the match or group by fewer fields.`}
        </p>
      )}
    </>
  );
}

function InPageGroupProgressBar({ taskKey }: { taskKey: string }) {
  const { running, paused, progress, cancel } = useTaskState(createInPageGroupTasks, taskKey);
  const tasks = useService(createInPageGroupTasks);
  if (!running) return null;
  const { documents, groups, requests } = progress ?? { documents: 0, groups: 0, requests: 0 };
  return (
    <p className={`${results['more']} ${shared['wrap']}`}>
      <span>
        {paused ? 'Paused: ' : 'Grouping in your browser: '}
        {formatGroupProgress({ documents, groups, requests })}
      </span>
      <Button variant="link" onClick={() => (paused ? tasks.resume(taskKey) : tasks.pause(taskKey))}>
        {paused ? 'Resume' : 'Pause'}
      </Button>
      {groups > 0 && (
        <Button variant="link" onClick={cancel}>
          Stop and show these groups
        </Button>
      )}
    </p>
  );
}
