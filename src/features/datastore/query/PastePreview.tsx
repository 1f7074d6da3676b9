import { IconAlertTriangle, IconArrowRight, IconUpload } from '@tabler/icons-react';
import { bisect } from 'd3-array';
import { useMemo, useRef, useState } from 'react';
import { useDatastore, useQueryEditorContext } from '#features/datastore/DatastoreProvider.tsx';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { JsonSyntaxError } from '#lib/json/json.ts';
import type { TimeUnit } from '#pipeline/draft/valueDraft.ts';
import { extractCurlBody } from '#pipeline/text/extractCurlBody.ts';
import type { ConversionNote, ParsedQuery, PastedQuery } from '#pipeline/text/parsePastedQuery.ts';
import { type ConvertedQuery, convertParsedMongoQuery, parsePastedText } from '#pipeline/text/shell/parsePastedText.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useCloseOnEscape } from '#ui/browser/useCloseOnEscape.ts';
import { useReturnFocus } from '#ui/browser/useReturnFocus.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { TextArea } from '#ui/inputs/TextArea.tsx';
import shared from '#ui/theme/shared.module.css';
import { Tag } from '#ui/values/Tag.tsx';
import { ScrollRegion } from '#ui/viewers/ScrollRegion.tsx';
import { useObservedFields } from './observedFieldsStore.ts';
import classes from './PastePreview.module.css';

type Props = { text: string; onAccept: (pasted: PastedQuery) => void; onDiscard: () => void };

export function PastePreview({ text: pasted, onAccept, onDiscard }: Props) {
  const [text, setText] = useState(pasted);
  const parsed = useMemo(() => parsePastedText(text), [text]);
  // the corrected text stays visible after the last error
  const [startsInvalid] = useState(parsed instanceof JsonSyntaxError);
  const root = useRef<HTMLElement>(null);
  useCloseOnEscape(true, onDiscard);
  useReturnFocus(root, true);
  return (
    <section ref={root} className={classes['preview']} aria-label="Pasted query">
      {startsInvalid && (
        <PasteErrorEditor
          text={text}
          fault={parsed instanceof JsonSyntaxError ? parsed : undefined}
          onChange={setText}
        />
      )}
      {parsed instanceof JsonSyntaxError ? (
        <div className={`${classes['choice']} ${shared['row']}`}>
          <Button onClick={onDiscard}>Discard</Button>
        </div>
      ) : (
        <ConversionPreview text={text} parsed={parsed} onAccept={onAccept} onDiscard={onDiscard} />
      )}
    </section>
  );
}

type PasteErrorEditorProps = { text: string; fault: JsonSyntaxError | undefined; onChange: (text: string) => void };

function PasteErrorEditor({ text, fault, onChange }: PasteErrorEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const isCurl = extractCurlBody(text) !== undefined;
  useAnnouncement(fault ? `Line ${fault.line}, column ${fault.column}: ${fault.message}` : '', 'paste');
  const goToError = ({ position }: JsonSyntaxError) => {
    area.current?.focus();
    area.current?.setSelectionRange(position, position + 1);
  };
  return (
    <>
      <p className={shared['wrap']}>
        {fault && (
          <>
            <IconAlertTriangle className={shared['attention']} size={16} stroke={1.5} aria-hidden />
            <span>
              <b>
                {isCurl ? 'In the request body, line' : 'Line'} {fault.line}, column {fault.column}:
              </b>{' '}
              {fault.message}.
            </span>
            {!isCurl && (
              <Button variant="link" onClick={() => goToError(fault)}>
                Go to error
              </Button>
            )}
          </>
        )}
      </p>
      <TextArea
        ref={area}
        aria-label="Pasted text"
        aria-invalid={fault !== undefined || undefined}
        rows={Math.min(12, text.split('\n', 12).length + 1)}
        value={text}
        // its keys do not trigger the page's shortcuts
        onKeyDown={(event) => event.stopPropagation()}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </>
  );
}

function ConversionPreview({ text, parsed, onAccept, onDiscard }: Props & { parsed: ParsedQuery }) {
  const { savedConnectionId } = useDatastore();
  const { draft } = useQueryEditorContext();
  const { fields } = useObservedFields(savedConnectionId, parsed.collection ?? draft.collection.trim());
  const [chosen, setChosen] = useState<ReadonlyMap<string, TimeUnit>>(new Map());
  const converted = useMemo(
    () => convertParsedMongoQuery(parsed, (field) => fields.get(field)?.compared, chosen),
    [parsed, fields, chosen],
  );
  const { title, stages, fieldsWithoutUnit, notes } = converted;
  const count = formatCountWithNoun(converted.convertedCount, 'stage');
  const extent =
    converted.convertedCount === stages.length
      ? count
      : `${converted.convertedCount} of ${stages.length} stages can be converted`;
  useAnnouncement(`${title}: ${extent}`, 'paste');
  return (
    <>
      <p className={shared['wrap']}>
        <IconUpload size={16} stroke={1.5} aria-hidden />
        <b>{title}</b>
        <span className={shared['hint']}>{extent}</span>
      </p>
      {fieldsWithoutUnit.map((field) => (
        <p key={field} className={shared['wrap']}>
          <span>
            The time format of <b>{field}</b> is not known yet. Compare it with
          </span>
          <Select
            aria-label={`Time format of ${toVisibleText(field)}`}
            options={TIME_UNIT_OPTIONS}
            value={chosen.get(field) ?? 'ms'}
            onValueChange={(unit) => setChosen(new Map(chosen).set(field, unit))}
          />
        </p>
      ))}
      <ConversionNotes text={text} notes={notes} />
      <div className={`${classes['choice']} ${shared['row']}`}>
        <Button onClick={() => onAccept(converted)}>{getAcceptLabel(converted)}</Button>
        <Button variant="plain" onClick={onDiscard}>
          Discard
        </Button>
        <span className={shared['hint']}>Ctrl Z undoes this</span>
      </div>
    </>
  );
}

const TIME_UNIT_OPTIONS = [
  { value: 'ms', label: 'epoch ms' },
  { value: 's', label: 'epoch s' },
  { value: 'iso', label: 'ISO text' },
] as const;

function getAcceptLabel({ convertedCount, stages, collection }: ConvertedQuery): string {
  if (convertedCount > 0) return `Convert ${formatCountWithNoun(convertedCount, 'stage')}`;
  return stages.length > 0 ? 'Add the stages, switched off' : `Use ${collection ?? 'it'}`;
}

const LISTED_NOTES_MAX = 200;

function ConversionNotes({ text, notes }: { text: string; notes: readonly ConversionNote[] }) {
  const lines = useMemo(() => Array.from(text.matchAll(/\n/g), ({ index }) => index), [text]);
  return (
    <ScrollRegion className={`${classes['scroller']} ${shared['scroll']}`} aria-label="Conversion">
      <ul className={`${classes['notes']} ${shared['subgrid']}`}>
        {notes.slice(0, LISTED_NOTES_MAX).map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes may repeat, and their order never changes
          <li key={index}>
            <code translate="no" className={shared['breakWords']}>
              {note.from}
            </code>
            <IconArrowRight size={14} stroke={1.5} aria-label="becomes" />
            <span className={shared['breakWords']}>
              {note.to} {note.isExtension && <Tag>extension</Tag>}{' '}
              <span className={shared[note.status === 'not understood' ? 'warningNote' : 'hint']}>
                {describeConversion(note, lines)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {notes.length > LISTED_NOTES_MAX && (
        <p className={shared['hint']}>{`And ${formatCountWithNoun(notes.length - LISTED_NOTES_MAX, 'other')}.`}</p>
      )}
    </ScrollRegion>
  );
}

function describeConversion({ status, at }: ConversionNote, lines: readonly number[]): string {
  const line = at === undefined || lines.length === 0 ? '' : `line ${bisect(lines, at) + 1}`;
  return [status === 'kept' ? '' : status, line].filter(Boolean).join(', ');
}
