import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ApiError } from '#api/apiError.ts';
import classes from '#features/datastore/DatastorePage.module.css';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import type { Draft } from '#pipeline/draft/draft.ts';
import { kindOf, sentence } from '#pipeline/draft/stages/kinds.ts';
import { pageSearch, useLetterKeys } from '#ui/browser/letterKeys.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useFocusComplaint } from '#ui/browser/useFocusComplaint.ts';
import { useMedia, usePhone } from '#ui/browser/useMedia.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Drawer } from '#ui/overlays/panel.tsx';
import shared from '#ui/theme/shared.module.css';
import { Elapsed } from '#ui/values/Elapsed.tsx';
import { Keys } from '#ui/values/Keys.tsx';
import { Tag } from '#ui/values/Tag.tsx';
import { failedField } from './useEditingHere.ts';

export function QueryPane({ children }: { children: ReactNode }) {
  const { draft, rejected, waitsFor, pane } = useEditing();
  const { current } = useDatastore().pages;
  const narrow = useMedia(NARROW);
  const phone = usePhone();
  const { root, opened, setOpened } = pane;
  useFocusComplaint(root, rejected ? current.errorUpdatedAt : 0);
  const [searched, setSearched] = useState(false);
  // in a folded query the first input is not in the document yet
  const unfold = () => {
    setSearched(true);
    setOpened(true);
  };
  useLetterKeys({ '/': () => narrow && !opened && pageSearch() === null && unfold() });
  const close = () => {
    setSearched(false);
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
      <p className={`${classes['sentence']} ${shared['cut']}`}>{(phone && waitsFor) || querySentence(draft)}</p>
      <Button onClick={() => setOpened(true)} aria-haspopup="dialog">
        Edit
      </Button>
      {!opened && runBar}
      <Drawer
        opened={opened}
        onClose={close}
        title="Query"
        place={{ side: 'left', width: 440 }}
        frame={{ footer: runBar }}
      >
        <div ref={searched ? markCollection : markFailed} className={`${classes['drawer']} ${shared['column']}`}>
          {children}
        </div>
      </Drawer>
    </section>
  );
}

/** The drawer focuses the element with `data-autofocus` when it opens. */
function markFailed(content: HTMLElement | null): void {
  if (content?.querySelector('[data-invalid]')) failedField(content)?.setAttribute('data-autofocus', '');
}

function markCollection(content: HTMLElement | null): void {
  content?.querySelector('input[data-search]')?.setAttribute('data-autofocus', '');
}

/** Same width as in DatastorePage.module.css. */
const NARROW = '(max-width: 1100px)';

/** Summarizes the whole query, such as "logs: keep where temperature > 25; Sort by time descending". */
export function querySentence({ collection, documentID, stages }: Draft): string {
  const sent = stages.filter(({ enabled }) => enabled);
  const words = sent.map((stage) =>
    stage.kind === 'match' || stage.kind === 'range' ? sentence(stage) : `${kindOf(stage).name} ${sentence(stage)}`,
  );
  const subject = [collection.trim() || 'no collection yet', documentID.trim()].filter(Boolean).join(' · ');
  return words.length > 0 ? `${subject}: ${words.join('; ')}` : subject;
}

/** Run button and status of the draft. Run becomes Cancel while a query runs; a double click does not cancel. */
function RunBar() {
  const { state, pages } = useDatastore();
  const { run, cancel, cancelled, waitsFor, edited: changed } = useEditing();
  const { isFetching: running, failureReason, data } = pages.current;
  const edited = changed && state.collection !== '';
  useAnnouncement(cancelled && !running ? 'Cancelled; nothing has changed' : '', 'results');
  // the results show the wait for a rate limit
  const again = failureReason instanceof ApiError && !failureReason.secondsToWait && failureReason;
  return (
    <div className={`${classes['bar']} ${shared['row']}`}>
      {running ? (
        <Button className={classes['act']} onClick={({ detail }) => detail < 2 && cancel()}>
          <IconPlayerStop size={16} aria-hidden />
          Cancel
        </Button>
      ) : (
        <Button
          className={classes['act']}
          look="primary"
          end={<Keys keys="Ctrl ↵" seen />}
          data-tip="Run the query"
          data-tip-keys="Ctrl ↵"
          disabled={waitsFor !== undefined}
          onClick={run}
        >
          <IconPlayerPlay size={16} aria-hidden />
          Run
        </Button>
      )}
      {waitsFor && <span className={shared['muted']}>{waitsFor}</span>}
      {edited && !running && !waitsFor && <Tag tone="attention">edited since the last run</Tag>}
      <span className={`${classes['time']} ${shared['cut']} ${shared['hint']}`}>
        {running ? (
          <>
            {again && `${again.message} Asking again, `}
            <Elapsed />
          </>
        ) : cancelled ? (
          'cancelled; nothing has changed'
        ) : (
          data && `${edited ? '' : 'last run '}${Math.round(data.latency)} ms`
        )}
      </span>
    </div>
  );
}
