import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ApiError } from '#api/apiError.ts';
import classes from '#features/datastore/DatastorePage.module.css';
import { useDatastore, useQueryEditorContext } from '#features/datastore/DatastoreProvider.tsx';
import type { QueryDraft } from '#pipeline/draft/queryDraft.ts';
import { describeStage, getStageDefinition } from '#pipeline/draft/stages/stageRegistry.ts';
import { findFirst, useFocusInvalidInput } from '#ui/browser/focus/focusAfter.ts';
import { findPageSearchInput, useShortcuts } from '#ui/browser/shortcuts.ts';
import { useIsPhone, useMedia } from '#ui/browser/useMedia.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Drawer } from '#ui/overlays/lazyOverlay.tsx';
import shared from '#ui/theme/shared.module.css';
import { ElapsedTime } from '#ui/values/ElapsedTime.tsx';
import { KeyCaps } from '#ui/values/KeyCaps.tsx';
import { Tag } from '#ui/values/Tag.tsx';
import { INVALID_EDITOR_SELECTORS } from './useQueryEditor.ts';

export function QueryPane({ children }: { children: ReactNode }) {
  const { draft, failure, runs, pane } = useQueryEditorContext();
  const { current } = useDatastore().pages;
  const narrow = useMedia(NARROW_QUERY);
  const phone = useIsPhone();
  const { root, opened, setOpened } = pane;
  useFocusInvalidInput(root, failure.rejected ? current.errorUpdatedAt : 0);
  const [opensAtSearch, setOpensAtSearch] = useState(false);
  // in a folded query the first input is not in the document yet
  const openAtSearch = () => {
    setOpensAtSearch(true);
    setOpened(true);
  };
  useShortcuts({ '/': () => narrow && !opened && !findPageSearchInput() && openAtSearch() });
  const close = () => {
    setOpensAtSearch(false);
    setOpened(false);
  };
  const runBar = <RunBar />;
  if (!narrow) {
    return (
      <section ref={root} className={`${classes['left']} ${shared['column']}`} aria-label="Query" data-pane>
        {children}
        {runBar}
      </section>
    );
  }
  return (
    <section className={`${classes['line']} ${shared['row']}`} aria-label="Query" data-pane data-folded>
      <p className={`${classes['summary']} ${shared['truncated']}`}>
        {(phone && runs.blockedReason) || describeQuery(draft)}
      </p>
      <Button onClick={() => setOpened(true)} aria-haspopup="dialog">
        Edit
      </Button>
      {!opened && runBar}
      <Drawer
        opened={opened}
        onClose={close}
        title="Query"
        placement={{ side: 'left', width: 440 }}
        frame={{ footer: runBar }}
      >
        <div
          ref={opensAtSearch ? markCollectionForFocus : markInvalidForFocus}
          className={`${classes['drawer']} ${shared['column']}`}
        >
          {children}
        </div>
      </Drawer>
    </section>
  );
}

function markInvalidForFocus(content: HTMLElement | null): void {
  if (content?.querySelector('[data-invalid]'))
    findFirst(content, INVALID_EDITOR_SELECTORS)?.setAttribute('data-autofocus', '');
}

function markCollectionForFocus(content: HTMLElement | null): void {
  content?.querySelector('input[data-search]')?.setAttribute('data-autofocus', '');
}

const NARROW_QUERY = '(max-width: 1100px)';

/** Summarizes the whole query, such as "logs: keep where temperature > 25; sort by time descending". */
export function describeQuery({ collection, documentID, stages }: QueryDraft): string {
  const sent = stages.filter(({ enabled }) => enabled);
  const words = sent.map((stage) =>
    stage.kind === 'match' || stage.kind === 'range'
      ? describeStage(stage)
      : `${getStageDefinition(stage).name} ${describeStage(stage)}`,
  );
  const subject = [collection.trim() || 'no collection', documentID.trim()].filter(Boolean).join(' · ');
  return words.length > 0 ? `${subject}: ${words.join('; ')}` : subject;
}

function RunBar() {
  const { state, pages } = useDatastore();
  const { runs, edited: changed } = useQueryEditorContext();
  const { run, cancel, wasCancelled, blockedReason } = runs;
  const { isFetching: running, failureReason, data } = pages.current;
  const edited = changed && state.collection !== '';
  // the results show the wait for a rate limit
  const retryReason = failureReason instanceof ApiError && !failureReason.rateLimitSeconds && failureReason;
  return (
    <div className={`${classes['bar']} ${shared['row']}`}>
      {running ? (
        <Button className={classes['runButton']} onClick={({ detail }) => detail < 2 && cancel()}>
          <IconPlayerStop size={16} aria-hidden />
          Cancel
        </Button>
      ) : (
        <Button
          className={classes['runButton']}
          variant="primary"
          end={<KeyCaps keys="Ctrl ↵" decorative />}
          data-tip="Run the query"
          data-tip-keys="Ctrl ↵"
          disabled={blockedReason !== undefined}
          onClick={run}
        >
          <IconPlayerPlay size={16} aria-hidden />
          Run
        </Button>
      )}
      {blockedReason && <span className={shared['muted']}>{blockedReason}</span>}
      {edited && !running && !blockedReason && <Tag tone="attention">edited since the last run</Tag>}
      <span className={`${classes['status']} ${shared['truncated']} ${shared['hint']}`}>
        {running ? (
          <>
            {retryReason && `${retryReason.message} Retrying, `}
            <ElapsedTime />
          </>
        ) : wasCancelled ? (
          'canceled; the results are unchanged'
        ) : (
          data && `${edited ? '' : 'last run '}${Math.round(data.latency)} ms`
        )}
      </span>
    </div>
  );
}
