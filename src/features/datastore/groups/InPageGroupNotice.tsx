import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import results from '#features/datastore/results/Results.module.css';
import { IN_PAGE_GROUPS_MAX } from '#pipeline/run/inPage/findGroupStageIndex.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { useTaskState } from '#session/useBackgroundTask.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import { Tag } from '#ui/values/Tag.tsx';
import { createInPageGroupStore, createInPageGroupTasks } from './inPageGroupStore.ts';
import { datastoreGroupsMessages } from './messages.ts';

export function InPageGroupNotice() {
  const { inPageKey, current } = useDatastore().pages;
  const { inPage } = current.data ?? {};
  return (
    <>
      {inPageKey !== undefined && current.isFetching && <InPageGroupProgressBar taskKey={inPageKey} />}
      {inPage && !current.isFetching && !current.isPlaceholderData && (!inPage.isComplete || inPage.leftOut > 0) && (
        <p className={`${results['more']} ${shared['wrap']}`}>
          <Tag tone="attention">{datastoreGroupsMessages.partial}</Tag>
          {!inPage.isComplete && (
            <>
              {datastoreGroupsMessages.onlyFirstDocuments(inPage.documents)}
              <Button variant="link" onClick={() => void current.refetch()}>
                {datastoreGroupsMessages.groupAll}
              </Button>
            </>
          )}
          {inPage.leftOut > 0 && datastoreGroupsMessages.groupsLeftOut(IN_PAGE_GROUPS_MAX, inPage.leftOut)}
        </p>
      )}
    </>
  );
}

function InPageGroupProgressBar({ taskKey }: { taskKey: string }) {
  const { running, paused, progress } = useTaskState(createInPageGroupTasks, taskKey);
  const store = useService(createInPageGroupStore);
  if (!running) return null;
  const { documents = 0, groups = 0, requests = 0 } = progress ?? {};
  return (
    <p className={`${results['more']} ${shared['wrap']}`}>
      <span>
        {paused ? datastoreGroupsMessages.paused : datastoreGroupsMessages.groupingInPage}
        {datastoreGroupsMessages.progress(documents, groups, requests)}
      </span>
      <Button variant="link" onClick={() => (paused ? store.resume(taskKey) : store.pause(taskKey))}>
        {paused ? datastoreGroupsMessages.resume : datastoreGroupsMessages.pause}
      </Button>
      {groups > 0 && (
        <Button variant="link" onClick={() => store.finish(taskKey)}>
          {datastoreGroupsMessages.stopAndShow}
        </Button>
      )}
    </p>
  );
}
