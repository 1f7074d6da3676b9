import type { PipelineResult } from '#api/fetchPipeline.ts';
import { useQueryEditorContext, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { isPossibleStageError } from '#features/datastore/emptyResult/parseErrorLocation.ts';
import { bisectFailingStage } from '#features/datastore/emptyResult/queryErrors.ts';
import type { PageFetcher } from '#features/datastore/results/useResultPage.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { createDocumentColumns, type DocumentColumn, getValueAtPath } from '#pipeline/documents/documentColumns.ts';
import { findResultGrouping, type ResultGrouping } from '#pipeline/documents/resultGrouping.ts';
import { compileDraft } from '#pipeline/draft/compileDraft.ts';
import { cutAfterStage, cutBeforeStage, type QueryDraft } from '#pipeline/draft/queryDraft.ts';
import { diffFieldNames, type StageFieldChange } from '#pipeline/run/stageFieldChanges.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useAsyncTask } from '#ui/browser/useAsyncTask.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { Skeleton } from '#ui/states/Skeleton.tsx';
import shared from '#ui/theme/shared.module.css';
import { JsonValue } from '#ui/values/JsonValue.tsx';
import { PlainText } from '#ui/values/PlainText.tsx';
import { Timestamp } from '#ui/values/Timestamp.tsx';
import { ScrollRegion } from '#ui/viewers/ScrollRegion.tsx';
import classes from './StagePeek.module.css';

type Props = { stageKey: string; position: number };

const ROW_COUNT = 3;
const COLUMN_COUNT = 4;
const NO_PLAIN_COLUMNS: ReadonlySet<string> = new Set();

export function StagePeek({ stageKey, position }: Props) {
  const stage = `stage ${position + 1}`;
  return (
    <Popover
      label={`After ${stage}`}
      placement={{ width: 480 }}
      renderTrigger={(control) => (
        <Button {...control} variant="link" size="row" aria-label={`Peek at the result after ${stage}`}>
          Peek
        </Button>
      )}
    >
      <PeekResult stageKey={stageKey} position={position} />
    </Popover>
  );
}

const FIELD_PRESERVING_TYPES: readonly unknown[] = ['match', 'range', 'sort'];

/**
 * `change` is undefined after a stage that keeps all fields: its first documents differ from the first documents before
 * it.
 */
type PeekData = {
  answer: PipelineResult;
  groups: ResultGrouping | undefined;
  change: StageFieldChange | undefined;
  into: number;
};

function PeekResult({ stageKey, position }: Props) {
  const { fetchPage } = useQueryService();
  const { draft } = useQueryEditorContext();
  const fetchPeek = async (signal: AbortSignal) => {
    const page = async (part: QueryDraft) => {
      const compiled = compileDraft(part);
      if ('query' in compiled) return fetchPage(compiled.query, 1, signal, { isSample: true });
      throw new Error([...compiled.complaints.values()].map(({ message }) => message).join(' '));
    };
    const into = await page(cutBeforeStage(draft, stageKey)).catch(async (cause: unknown) => {
      const name = await findFailingStageName(cutBeforeStage(draft, stageKey), fetchPage, signal, cause);
      throw new Error(`${name} fails: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    });
    const answer = await page(cutAfterStage(draft, stageKey));
    const compiled = compileDraft(cutAfterStage(draft, stageKey));
    const pipeline = 'query' in compiled ? compiled.query.pipeline : [];
    const type = pipeline.at(-1)?.entries.find(([name]) => name === 'type')?.[1];
    const change = FIELD_PRESERVING_TYPES.includes(type) ? undefined : diffFieldNames(into.documents, answer.documents);
    const groups = findResultGrouping(pipeline);
    return { answer, groups, change, into: into.documents.length };
  };
  const { result, error } = useAsyncTask<never, PeekData>(stageKey, fetchPeek);
  const words = result
    ? `After stage ${position + 1}: ${formatCountWithNoun(result.answer.documents.length, 'document')} on the first page`
    : undefined;
  useAnnouncement(words, 'peek');
  if (error) {
    return (
      <p className={classes['failed']} role="alert">
        {error.message}
      </p>
    );
  }
  if (!result) return <Skeleton label="Peeking" rows={ROW_COUNT} />;
  const { answer, groups, change, into } = result;
  const { documents } = answer;
  return (
    <div className={classes['peek']}>
      <p className={`${classes['title']} ${shared['summary']}`}>
        <b>{`After stage ${position + 1}`}</b> {into} → {documents.length} documents on the first page,{' '}
        {Math.round(answer.latency)} ms
      </p>
      {documents.length > 0 && <PeekTable documents={documents} groups={groups} />}
      {change && (
        <p className={`${classes['fields']} ${shared['muted']}`}>
          {change.in} → {change.out} fields
          {change.removed.length > 0 && <span data-gone>− {change.removed.join(', ')}</span>}
          {change.added.length > 0 && <span data-added>+ {change.added.join(', ')}</span>}
        </p>
      )}
    </div>
  );
}

async function findFailingStageName(
  draft: QueryDraft,
  fetchPage: PageFetcher,
  signal: AbortSignal,
  cause: unknown,
): Promise<string> {
  const compiled = compileDraft(draft);
  if (!('query' in compiled) || !isPossibleStageError(cause)) return 'An earlier stage';
  const { at } = await bisectFailingStage(fetchPage, compiled.query, 1, { signal });
  const position = draft.stages.findIndex(({ key }) => key === compiled.cards[at]);
  return position < 0 ? 'The query without its stages' : `Stage ${position + 1}`;
}

function PeekTable({ documents, groups }: { documents: PipelineResult['documents']; groups: PeekData['groups'] }) {
  const columns = createDocumentColumns(documents, NO_PLAIN_COLUMNS, groups).slice(0, COLUMN_COUNT);
  return (
    <ScrollRegion className={classes['scroller']} aria-label="First documents">
      <table translate="no" className={classes['table']}>
        <thead>
          <tr>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col">
                <PlainText text={label} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {documents.slice(0, ROW_COUNT).map((document, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move, and documentID may be projected away
            <tr key={row}>
              {columns.map((column) => (
                <td key={column.key}>
                  <PeekCell document={document} column={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function PeekCell({ document, column: { path, toMs, formatTime } }: { document: JsonObject; column: DocumentColumn }) {
  const value = getValueAtPath(document, path);
  if (value === undefined) return '·';
  const ms = toMs?.(value);
  return ms === undefined ? <JsonValue value={value} /> : <Timestamp value={ms} format={formatTime} />;
}
