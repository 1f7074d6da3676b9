import type { PipelineAnswer } from '#api/pipeline.ts';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { findFailing, mayBeAStage } from '#features/datastore/noRows/rejection.ts';
import type { Ask } from '#features/datastore/results/usePages.ts';
import { pluralize } from '#lib/formatNumber.ts';
import { type JsonObject, OrderedObject } from '#lib/json/json.ts';
import { type FieldChange, fieldChange } from '#pipeline/ask/standingFields.ts';
import { type DocumentColumn, documentColumns, valueAt } from '#pipeline/documents/documentColumns.ts';
import { before, type Draft, upTo } from '#pipeline/draft/draft.ts';
import { compile } from '#pipeline/draft/query.ts';
import { compileStage } from '#pipeline/draft/stages/kinds.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useWork } from '#ui/browser/useWork.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { Waiting } from '#ui/states/Waiting.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { Time } from '#ui/values/Time.tsx';
import { Value } from '#ui/values/Value.tsx';
import { ScrollRegion } from '#ui/viewers/ScrollRegion.tsx';
import classes from './Peek.module.css';

type Props = { stageKey: string; position: number };

const ROWS = 3;
const COLUMNS = 4;
const NONE: ReadonlySet<string> = new Set();

/** Popover with the first documents after a stage; does not run the whole query. */
export function Peek({ stageKey, position }: Props) {
  const stage = `stage ${position + 1}`;
  return (
    <Popover
      label={`After ${stage}`}
      place={{ width: 480 }}
      opener={(control) => (
        <Button {...control} look="link" size="row" aria-label={`Peek at the result after ${stage}`}>
          Peek
        </Button>
      )}
    >
      <Result stageKey={stageKey} position={position} />
    </Popover>
  );
}

const KEEPS_FIELDS: readonly unknown[] = ['match', 'range', 'sort'];

/** `change` is undefined after a stage that keeps all fields: its first documents differ from those before it. */
type Peeked = { answer: PipelineAnswer; change: FieldChange | undefined; into: number };

function Result({ stageKey, position }: Props) {
  const { ask } = useDatastore();
  const { draft } = useEditing();
  const peeking = async (signal: AbortSignal) => {
    const page = async (part: Draft) => {
      const compiled = compile(part);
      if ('query' in compiled) return ask(compiled.query, 1, signal);
      throw new Error([...compiled.complaints.values()].map(({ message }) => message).join(' '));
    };
    const into = await page(before(draft, stageKey)).catch(async (cause: unknown) => {
      const name = await failingName(before(draft, stageKey), ask, signal, cause);
      throw new Error(`${name} fails: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    });
    const answer = await page(upTo(draft, stageKey));
    const stage = draft.stages.find(({ key }) => key === stageKey);
    const said = stage && compileStage(stage);
    const type = said instanceof OrderedObject && said.entries.find(([name]) => name === 'type')?.[1];
    const change = KEEPS_FIELDS.includes(type) ? undefined : fieldChange(into.documents, answer.documents);
    return { answer, change, into: into.documents.length };
  };
  const { result, error } = useWork<never, Peeked>(stageKey, peeking, { atOnce: true });
  const words = result
    ? `After stage ${position + 1}: ${pluralize(result.answer.documents.length, 'document')} of the first page`
    : undefined;
  useAnnouncement(words, 'peek');
  if (error) {
    return (
      <p className={classes['failed']} role="alert">
        {error.message}
      </p>
    );
  }
  if (!result) return <Waiting label="Peeking" rows={ROWS} />;
  const { answer, change, into } = result;
  const { documents } = answer;
  return (
    <div className={classes['peek']}>
      <p className={`${classes['title']} ${shared['told']}`}>
        <b>After stage {position + 1}</b> {into} → {documents.length} documents of the first page,{' '}
        {Math.round(answer.latency)} ms
      </p>
      {documents.length > 0 && <PeekTable documents={documents} />}
      {change && (
        <p className={`${classes['fields']} ${shared['muted']}`}>
          {change.in} → {change.out} fields
          {change.gone.length > 0 && <span data-gone>− {change.gone.join(', ')}</span>}
          {change.added.length > 0 && <span data-added>+ {change.added.join(', ')}</span>}
        </p>
      )}
    </div>
  );
}

async function failingName(draft: Draft, ask: Ask, signal: AbortSignal, cause: unknown): Promise<string> {
  const compiled = compile(draft);
  if (!('query' in compiled) || !mayBeAStage(cause)) return 'A stage before this one';
  const { at } = await findFailing(ask, compiled.query, 1, { signal });
  const position = draft.stages.findIndex(({ key }) => key === compiled.cards[at]);
  return position < 0 ? 'The query without its stages' : `Stage ${position + 1}`;
}

function PeekTable({ documents }: { documents: PipelineAnswer['documents'] }) {
  const columns = documentColumns(documents, NONE).slice(0, COLUMNS);
  return (
    <ScrollRegion className={classes['room']} aria-label="First documents">
      <table className={classes['table']}>
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
          {documents.slice(0, ROWS).map((document, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move, and documentID may be projected away
            <tr key={row}>
              {columns.map((column) => (
                <td key={column.key}>
                  <Cell document={document} column={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Cell({ document, column: { path, msOf } }: { document: JsonObject; column: DocumentColumn }) {
  const value = valueAt(document, path);
  if (value === undefined) return '·';
  const ms = msOf?.(value);
  return ms === undefined ? <Value value={value} /> : <Time value={ms} />;
}
