import { IconAlertTriangle, IconArrowRight, IconUpload } from '@tabler/icons-react';
import { bisect } from 'd3-array';
import { useMemo, useRef, useState } from 'react';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import { JsonError } from '#lib/json/json.ts';
import type { TimeUnit } from '#pipeline/draft/value.ts';
import { curlBody } from '#pipeline/text/curl.ts';
import type { Note, Pasted, Written } from '#pipeline/text/paste.ts';
import { type Converted, convertPasted, readPasted } from '#pipeline/text/shell/readPasted.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { useEscape } from '#ui/browser/useEscape.ts';
import { useFocusBack } from '#ui/browser/useFocusBack.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { TextArea } from '#ui/inputs/TextArea.tsx';
import shared from '#ui/theme/shared.module.css';
import { Tag } from '#ui/values/Tag.tsx';
import { ScrollRegion } from '#ui/viewers/ScrollRegion.tsx';
import { useKnownFields } from './fieldsStore.ts';
import classes from './PastePreview.module.css';

type Props = { text: string; onTake: (pasted: Pasted) => void; onLeave: () => void };

/** Preview of pasted text: what each part converts to, and the choice to take it. Invalid text can be corrected here. */
export function PastePreview({ text: pasted, onTake, onLeave }: Props) {
  const [text, setText] = useState(pasted);
  const read = useMemo(() => readPasted(text), [text]);
  // the corrected text stays visible after the last error
  const [broken] = useState(read instanceof JsonError);
  const root = useRef<HTMLElement>(null);
  useEscape(true, onLeave);
  useFocusBack(root, true);
  return (
    <section ref={root} className={classes['preview']} aria-label="What was pasted">
      {broken && <Mending text={text} fault={read instanceof JsonError ? read : undefined} onMend={setText} />}
      {read instanceof JsonError ? (
        <div className={`${classes['choice']} ${shared['row']}`}>
          <Button onClick={onLeave}>Leave it</Button>
        </div>
      ) : (
        <Understood text={text} written={read} onTake={onTake} onLeave={onLeave} />
      )}
    </section>
  );
}

type MendingProps = { text: string; fault: JsonError | undefined; onMend: (text: string) => void };

function Mending({ text, fault, onMend }: MendingProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const sent = curlBody(text) !== undefined;
  useAnnouncement(fault ? `Line ${fault.line}, column ${fault.column}: ${fault.message}` : '', 'paste');
  const go = ({ position }: JsonError) => {
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
                {sent ? 'In what the command sends, line' : 'Line'} {fault.line}, column {fault.column}:
              </b>{' '}
              {fault.message}.
            </span>
            {!sent && (
              <Button look="link" onClick={() => go(fault)}>
                Go there
              </Button>
            )}
          </>
        )}
      </p>
      <TextArea
        ref={area}
        aria-label="The text that was pasted"
        aria-invalid={fault !== undefined || undefined}
        rows={Math.min(12, text.split('\n', 12).length + 1)}
        value={text}
        // its keys do not trigger the page's shortcuts
        onKeyDown={(event) => event.stopPropagation()}
        onChange={({ currentTarget }) => onMend(currentTarget.value)}
      />
    </>
  );
}

type UnderstoodProps = Props & { written: Written };

function Understood({ text, written, onTake, onLeave }: UnderstoodProps) {
  const { savedId } = useDatastore();
  const { draft } = useEditing();
  const { fields } = useKnownFields(savedId, written.collection ?? draft.collection.trim());
  const [chosen, setChosen] = useState<ReadonlyMap<string, TimeUnit>>(new Map());
  const converted = useMemo(
    () => convertPasted(written, (field) => fields.get(field)?.compared, chosen),
    [written, fields, chosen],
  );
  const { title, stages, asked, notes } = converted;
  const count = pluralize(converted.converted, 'stage');
  const extent =
    converted.converted === stages.length
      ? count
      : `${converted.converted} of ${stages.length} stages can be converted`;
  useAnnouncement(`${title}: ${extent}`, 'paste');
  return (
    <>
      <p className={shared['wrap']}>
        <IconUpload size={16} stroke={1.5} aria-hidden />
        <b>{title}</b>
        <span className={shared['hint']}>{extent}</span>
      </p>
      {asked.map((field) => (
        <p key={field} className={shared['wrap']}>
          <span>
            How <b>{field}</b> is kept is not known yet. Compare it with
          </span>
          <Pick
            aria-label={`How ${toPlainText(field)} is kept`}
            options={UNITS}
            value={chosen.get(field) ?? 'ms'}
            onPick={(unit) => setChosen(new Map(chosen).set(field, unit))}
          />
        </p>
      ))}
      <Notes text={text} notes={notes} />
      <div className={`${classes['choice']} ${shared['row']}`}>
        <Button onClick={() => onTake(converted)}>{takeWords(converted)}</Button>
        <Button look="plain" onClick={onLeave}>
          Leave it
        </Button>
        <span className={shared['hint']}>Ctrl Z takes it back</span>
      </div>
    </>
  );
}

const UNITS = [
  { value: 'ms', label: 'epoch ms' },
  { value: 's', label: 'epoch s' },
  { value: 'iso', label: 'ISO text' },
] as const;

function takeWords({ converted, stages, collection }: Converted): string {
  if (converted > 0) return `Convert ${pluralize(converted, 'stage')}`;
  return stages.length > 0 ? 'Take it, switched off' : `Take ${collection ?? 'it'}`;
}

const NOTES_MAX = 200;

function Notes({ text, notes }: { text: string; notes: readonly Note[] }) {
  const lines = useMemo(() => Array.from(text.matchAll(/\n/g), ({ index }) => index), [text]);
  return (
    <ScrollRegion className={`${classes['told']} ${shared['scroll']}`} aria-label="What becomes of it">
      <ul className={`${classes['notes']} ${shared['lines']}`}>
        {notes.slice(0, NOTES_MAX).map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same note may come twice, and none ever moves
          <li key={index}>
            <code className={shared['breaks']}>{note.from}</code>
            <IconArrowRight size={14} stroke={1.5} aria-label="becomes" />
            <span className={shared['breaks']}>
              {note.to} {note.extension && <Tag>extension</Tag>}{' '}
              <span className={shared[note.fate === 'not understood' ? 'flaw' : 'hint']}>
                {placeWords(note, lines)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {notes.length > NOTES_MAX && (
        <p className={shared['hint']}>And {pluralize(notes.length - NOTES_MAX, 'other')}.</p>
      )}
    </ScrollRegion>
  );
}

/** Returns the result of a conversion unless it is trivial, and the line it comes from. */
function placeWords({ fate, at }: Note, lines: readonly number[]): string {
  const line = at === undefined || lines.length === 0 ? '' : `line ${bisect(lines, at) + 1}`;
  return [fate === 'kept' ? '' : fate, line].filter(Boolean).join(', ');
}
