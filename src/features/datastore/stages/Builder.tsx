import { useWindowEvent } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { HistoryMenu, SavedMenu } from '#features/datastore/shelf/Shelf.tsx';
import { pluralize } from '#lib/formatNumber.ts';
import { newKey } from '#pipeline/draft/stages/card.ts';
import { rangeSentence } from '#pipeline/draft/stages/range.ts';
import { isRelative, timeRangeIn } from '#pipeline/draft/timeRange.ts';
import { describeTooLong, type Pasted, understand, withPasted } from '#pipeline/text/paste.ts';
import { isBeside } from '#pipeline/text/pipelineText.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { Suggest } from '#ui/inputs/Suggest.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { showToast } from '#ui/notices/toast.ts';
import { loaded } from '#ui/states/loaded.tsx';
import { Waiting } from '#ui/states/Waiting.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Builder.module.css';
import { StageList } from './StageList.tsx';
import { TimeRange } from './TimeRange.tsx';

const JsonEditor = loaded(async () => (await import('#features/datastore/query/JsonEditor.tsx')).JsonEditor, {
  waiting: () => <Waiting label="Loading the editor" rows={6} />,
});

/** Lazy because it contains a JavaScript parser: 37 kB transferred. */
const PastePreview = loaded(async () => (await import('#features/datastore/query/PastePreview.tsx')).PastePreview, {
  waiting: () => <Waiting label="Reading what was pasted" rows={3} />,
  seldom: true,
});

const EDITORS = [
  { value: 'builder', label: 'Builder' },
  { value: 'json', label: 'JSON' },
] as const;

const NO_QUERY =
  'Nothing was taken: this is not a request, a list of stages, a filter, a curl command, or a call such as find or aggregate.';

/** Elements that handle a paste themselves. */
const OTHERS = 'input, textarea, select, [contenteditable], [role="dialog"]';

/** The pipeline as cards or as JSON, below the query's source and time range. Handles pasted queries on the whole page. */
export function Builder() {
  const { draft, change, undo, redo, setFault, pane } = useEditing();
  const { editor, setEditor } = pane;
  const [pasted, setPasted] = useState<{ text: string; key: string }>();

  // a new key discards the preview of the previous paste
  const ask = (text: string | undefined) => setPasted(text === undefined ? undefined : { text, key: newKey() });
  const choose = (next: 'builder' | 'json') => {
    setEditor(next);
    // the cards can be run although the JSON text is still invalid
    if (next === 'builder') setFault(undefined);
  };
  const byKey = (event: KeyboardEvent) => {
    if (editor === 'json' || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) redo?.();
    else undo?.();
  };
  const settle = (taken?: Pasted) => {
    if (taken) change(withPasted(draft, taken));
    setPasted(undefined);
  };
  const take = (text: string, into: 'cards' | 'page') => {
    const understood = understand(text, into);
    if (!understood) return false;
    if (understood === 'too long') showToast(describeTooLong(text));
    else if (understood === 'shell' || understood.notes.length > 0) ask(text);
    else settle(understood);
    return true;
  };
  const root = useRef<HTMLDivElement>(null);
  // pastes inside the builder, and elsewhere on the page if no other element handles them
  useWindowEvent('paste', (event) => {
    const { target, clipboardData } = event;
    if (editor === 'json' || !(target instanceof Element)) return;
    if (!root.current?.contains(target) && target.closest(OTHERS)) return;
    const text = clipboardData?.getData('text/plain') ?? '';
    const isTyped = target.closest(OTHERS) !== null;
    if (take(text, isTyped ? 'cards' : 'page')) event.preventDefault();
    else if (text.trim() !== '' && !isTyped) showToast(NO_QUERY);
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its controls let through
    <div ref={root} className={classes['builder']} onKeyDown={byKey}>
      <SourceFields />
      <TimeRange />
      <div className={`${classes['bar']} ${shared['row']}`}>
        <Segmented label="Editor" options={EDITORS} value={editor} onPick={choose} />
        <span className={classes['history']}>
          <IconButton Icon={IconArrowBackUp} label="Undo" keys="Ctrl Z" disabled={!undo} onClick={undo} />
          <IconButton Icon={IconArrowForwardUp} label="Redo" keys="Ctrl Shift Z" disabled={!redo} onClick={redo} />
          <SavedMenu />
          <HistoryMenu />
        </span>
      </div>
      {pasted && <PastePreview key={pasted.key} text={pasted.text} onTake={settle} onLeave={() => settle()} />}
      {editor === 'builder' ? (
        <StageList />
      ) : (
        <>
          <NotWritten onShow={() => choose('builder')} />
          <AsOfNow />
          <JsonEditor onPasted={ask} />
        </>
      )}
    </div>
  );
}

/** Notice about stages that the JSON omits because they are disabled or incomplete, with a button to show them. */
function NotWritten({ onShow }: { onShow: () => void }) {
  const beside = useEditing().draft.stages.filter(isBeside);
  const [first] = beside;
  if (!first) return null;
  const show = () => {
    flushSync(onShow);
    document.querySelector<HTMLElement>(`[data-card="${first.key}"] [data-switch]`)?.focus();
  };
  const one = beside.length === 1;
  const off = beside.filter(({ enabled }) => !enabled).length;
  const unfinished = beside.length - off;
  const which = [off > 0 && 'switched off', unfinished > 0 && 'not finished'].filter(Boolean).join(' or ');
  return (
    <p className={`${classes['off']} ${shared['wrap']} ${shared['hint']}`}>
      {`${pluralize(beside.length, 'stage')} ${which} ${one ? 'is' : 'are'} not sent and not shown here; ${one ? 'it stays' : 'they stay'} in the builder.`}
      <Button look="link" size="row" onClick={show}>
        Show {one ? 'it' : 'them'} there
      </Button>
    </p>
  );
}

/** Notice that the JSON shows a relative time range with its current bounds. */
function AsOfNow() {
  const range = timeRangeIn(useEditing().draft);
  if (!range?.enabled || !isRelative(range)) return null;
  return (
    <p className={`${classes['off']} ${shared['hint']}`}>
      {`“${rangeSentence(range)}” is shown as it would be sent now. Each run sends it anew; a bound that is changed here stays.`}
    </p>
  );
}

function SourceFields() {
  const { collections } = useDatastore();
  const { draft, change, complaintAt, run } = useEditing();
  return (
    <div className={classes['source']}>
      <FormField label="Collection" complaint={complaintAt('collection')?.message}>
        <Suggest
          data-search
          placeholder="logs"
          suggestions={collections}
          value={draft.collection}
          onType={(collection) => change({ ...draft, collection }, 'collection')}
          onEnter={run}
        />
      </FormField>
      <FormField label="documentID" complaint={complaintAt('documentID')?.message}>
        <TextField
          placeholder="any"
          value={draft.documentID}
          onChange={({ currentTarget }) => change({ ...draft, documentID: currentTarget.value }, 'documentID')}
        />
      </FormField>
    </div>
  );
}
