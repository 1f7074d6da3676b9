import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { announce, withdrawAnnouncement } from '#lib/tasks/announce.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Results.module.css';
import { useResults } from './ResultsProvider.tsx';

export function Pager() {
  const { state, pages, show } = useDatastore();
  const { documents, more } = useResults().rows;
  const next = useNextPage();
  const { page } = state;
  const { firstRow: first } = pages;
  const total = pages.current.data?.total;
  return (
    <nav className={`${classes['pager']} ${shared['denseRow']}`} aria-label="Pages of documents">
      <IconButton
        Icon={IconChevronLeft}
        label="Previous page"
        disabled={page === 1}
        onClick={() => show({ page: page - 1 })}
      />
      <p className={shared['summary']}>
        {first === undefined ? (
          <>
            page <b translate="no">{page}</b>
          </>
        ) : (
          <>
            <span data-spoken="phone">{documents.length === 1 ? 'row ' : 'rows '}</span>
            <b translate="no">
              {[...new Set([first, first + documents.length - 1])].map((row) => row.toLocaleString('en')).join('–')}
            </b>
          </>
        )}
        {total !== undefined && ` of ${total.toLocaleString('en')}`}
        {more === 'yes' && total === undefined && <span className={classes['further']}>, more</span>}
        {more === 'no' && ', the end'}
      </p>
      {pages.nextPageError && (
        <Button variant="link" title={pages.nextPageError.error.message} onClick={pages.nextPageError.retry}>
          check for more
        </Button>
      )}
      <IconButton
        Icon={IconChevronRight}
        label="Next page"
        disabled={!next.isUnknown && more !== 'yes'}
        aria-disabled={next.isUnknown || undefined}
        data-loading={next.isAwaited || undefined}
        onClick={next.go}
      />
      <Popover
        label="Go to a page"
        renderTrigger={(control) => (
          <Button {...control} variant="plain" aria-label={`page ${page.toLocaleString('en')}, go to a page`} data-jump>
            {`page ${page.toLocaleString('en')}`}
          </Button>
        )}
      >
        {(close) => (
          <GoToPageForm
            page={page}
            onGoToPage={(to) => {
              close();
              show({ page: to });
            }}
          />
        )}
      </Popover>
    </nav>
  );
}

const NEXT_PAGE = 'next page';

/** Opens the next page. If it is unknown whether a next page exists, waits for the response and announces the wait. */
function useNextPage() {
  const { state, pages, show } = useDatastore();
  const { until, more } = useResults().rows;
  const [awaited, setAwaited] = useState<typeof state>();
  const { current, nextPageError } = pages;
  const isUnknown = more === 'unknown' || current.isPlaceholderData;
  const isAwaited = awaited === state;
  const error = current.error ?? nextPageError?.error;
  const go = () => {
    if (!isUnknown) return show({ page: until + 1 });
    setAwaited(state);
    announce('Checking for a next page', NEXT_PAGE);
    nextPageError?.retry();
  };
  // the response comes from the service
  useEffect(() => {
    if (!isAwaited || (isUnknown && !error)) return;
    setAwaited(undefined);
    if (isUnknown) return announce(`Could not load the next page: ${error?.message}`, NEXT_PAGE);
    if (more === 'no') return announce('There is no next page', NEXT_PAGE);
    withdrawAnnouncement(NEXT_PAGE);
    show({ page: until + 1 });
  }, [isAwaited, isUnknown, error, more, until, show]);
  return { isUnknown, isAwaited, go };
}

function GoToPageForm({ page, onGoToPage }: { page: number; onGoToPage: (page: number) => void }) {
  const [text, setText] = useState(String(page));
  const pageNumber = /^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pageNumber !== undefined) onGoToPage(pageNumber);
  };
  return (
    <form className={`${classes['bar']} ${shared['wrap']}`} onSubmit={submit}>
      <TextField
        className={classes['jump']}
        aria-label="Page number"
        aria-invalid={pageNumber === undefined || undefined}
        inputMode="numeric"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" disabled={pageNumber === undefined}>
        Go
      </Button>
    </form>
  );
}
