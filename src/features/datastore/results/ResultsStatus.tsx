import type { PipelineAnswer } from '#api/pipeline.ts';
import { useDatastore } from '#features/datastore/DatastorePlace.tsx';
import { counted, formatCount } from '#lib/counts.ts';
import { StatusLine } from '#ui/page/Bars.tsx';
import classes from './Results.module.css';
import { useResults } from './ResultsPlace.tsx';

/** What is in view, and what the last answer cost. */
export function ResultsStatus({ data }: { data: PipelineAnswer }) {
  const { page } = useDatastore().state;
  const { rows, arrangement, following, count } = useResults();
  const { documents, until, more, fresh } = rows;
  // that a count took or takes
  const requests = (count.result ?? count.progress)?.requests;
  const pages = until > page ? `pages ${formatCount(page)}–${formatCount(until)}` : `page ${formatCount(page)}`;
  const ready = more === 'yes' && until === page ? ` · page ${formatCount(page + 1)} is ready` : '';
  const news = following && fresh ? ` · following, ${formatCount(fresh.size)} new` : '';
  return (
    <StatusLine
      wraps
      aside={
        <span className={classes['cost']}>
          {`${formatCount(data.bytes)} bytes in ${Math.round(data.latency)} ms`}
          {ready}
        </span>
      }
    >
      {counted(documents.length, 'document')}, {arrangement.fields} fields · {pages}
      {news}
      {requests !== undefined && (
        <span className={classes['narrow']} aria-hidden>{` · counted with ${requests} requests`}</span>
      )}
    </StatusLine>
  );
}
