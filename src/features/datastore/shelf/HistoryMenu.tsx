import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { formatClock, formatIso } from '#lib/time/time.ts';
import type { Query } from '#pipeline/draft/draft.ts';
import { draftOf } from '#pipeline/draft/query.ts';
import { matching, type PastRun, pastRuns, queryOf } from '#pipeline/draft/savedQueries.ts';
import { sentence } from '#pipeline/draft/stages/kinds.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { SearchField } from '#ui/inputs/SearchField.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import classes from './Shelf.module.css';

/** What was run on this connection, the newest first. */
export function HistoryMenu() {
  const { savedId } = useDatastore();
  const { apply } = useEditing();
  const [runs, setRuns] = useSetting(pastRuns(savedId));
  const [opened, setOpened] = useState(false);
  const [search, setSearch] = useState('');
  const open = (query: Query) => {
    setOpened(false);
    apply(draftOf(query));
  };
  return (
    <Popover
      label="History"
      opened={opened}
      onToggle={setOpened}
      place={{ width: 480, align: 'end' }}
      opener={(control) => (
        <IconButton {...control} label="History">
          <IconHistory size={16} stroke={1.5} aria-hidden />
        </IconButton>
      )}
    >
      <div className={classes['shelf']}>
        <SearchField
          aria-label="Find in the history"
          placeholder={`Find in ${runs.length} runs`}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <ul className={classes['list']} data-runs aria-label="Runs">
          {matching(runs, search).map((run) => (
            <Run key={run.at} run={run} onOpen={open} />
          ))}
        </ul>
        {runs.length > 0 && (
          <Button look="plain" onClick={() => setRuns([])}>
            Forget the history
          </Button>
        )}
      </div>
    </Popover>
  );
}

function Run({ run, onOpen }: { run: PastRun; onOpen: (query: Query) => void }) {
  const query = queryOf(run);
  if (!query) return null;
  return (
    <li>
      <Button look="link" onClick={() => onOpen(query)}>
        {words(query)}
      </Button>
      <time dateTime={formatIso(run.at)} title={formatIso(run.at)}>
        {formatClock(run.at).slice(0, 5)}
      </time>
      <span>
        {run.rows}
        {run.more && ', more'}
      </span>
      <span>{Math.round(run.ms)} ms</span>
    </li>
  );
}

function words(query: Query): string {
  const stages = draftOf(query).stages.map(sentence).join(', ');
  return [query.collection, query.documentID, stages].filter(Boolean).join(' · ');
}
