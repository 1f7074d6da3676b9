import type { PipelineAnswer } from '#api/pipeline.ts';
import { counted, formatCount } from '#lib/counts.ts';
import { StatusLine } from '#ui/page/StatusLine.tsx';
import classes from './Results.module.css';
import type { Rows } from './useRows.ts';

type Props = {
  data: PipelineAnswer;
  rows: Rows;
  fields: number;
  page: number;
  following: boolean;
  /** That a count took or takes, if there is one. */
  requests: number | undefined;
};

/** What is in view, and what the last answer cost. */
export function ResultsStatus({ data, rows, fields, page, following, requests }: Props) {
  const { documents, until, more, fresh } = rows;
  const count = documents.length;
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
      {counted(count, 'document')}, {fields} fields · {pages}
      {news}
      {requests !== undefined && (
        <span className={classes['narrow']} aria-hidden>{` · counted with ${requests} requests`}</span>
      )}
    </StatusLine>
  );
}
