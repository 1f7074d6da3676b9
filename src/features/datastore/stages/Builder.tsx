import { IconArrowBackUp, IconArrowForwardUp, IconArrowRight, IconUpload } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { HistoryMenu, SavedMenu } from '#features/datastore/shelf/Shelf.tsx';
import { type Pasted, understand, withPasted } from '#pipeline/text/paste.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { Suggest } from '#ui/inputs/Suggest.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import { Waiting } from '#ui/states/Waiting.tsx';
import { Tag } from '#ui/values/Tag.tsx';
import classes from './Builder.module.css';
import { StageList } from './StageList.tsx';

const JsonEditor = loaded(async () => (await import('#features/datastore/query/JsonEditor.tsx')).JsonEditor, {
  waiting: () => <Waiting label="Loading the editor" rows={6} />,
});

const EDITORS = [
  { value: 'builder', label: 'Builder' },
  { value: 'json', label: 'JSON' },
] as const;

/** The pipeline in one of its two editors: cards, or its JSON. What is asked stands above: a paste there is understood too. */
export function Builder() {
  const { draft, change, undo, redo, setFault } = useEditing();
  const [editor, setEditor] = useState<'builder' | 'json'>('builder');
  const [pasted, setPasted] = useState<Pasted>();

  const choose = (next: 'builder' | 'json') => {
    setEditor(next);
    // a text that was left unfinished waits for the way back; the cards can be run
    if (next === 'builder') setFault(undefined);
  };
  const byKey = (event: KeyboardEvent) => {
    if (editor === 'json' || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) redo?.();
    else undo?.();
  };
  const take = (text: string) => {
    const understood = understand(text);
    if (!understood) return false;
    if (understood.notes.length > 0) setPasted(understood);
    else change(withPasted(draft, understood));
    return true;
  };
  const settle = (taken?: Pasted) => {
    if (taken) change(withPasted(draft, taken));
    setPasted(undefined);
  };
  const root = useRef<HTMLDivElement>(null);
  const paste = usePaste(root, editor === 'builder' ? take : undefined);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its controls let through
    <div ref={root} className={classes['builder']} onKeyDown={byKey} onPaste={paste}>
      <SourceFields />
      <EditorBar editor={editor} onEditor={choose} />
      {pasted && <PastePreview pasted={pasted} onTake={() => settle(pasted)} onLeave={() => settle()} />}
      {editor === 'builder' ? <StageList /> : <JsonEditor onUnderstood={setPasted} />}
    </div>
  );
}

type BarProps = { editor: 'builder' | 'json'; onEditor: (editor: 'builder' | 'json') => void };

function EditorBar({ editor, onEditor }: BarProps) {
  const { undo, redo } = useEditing();
  return (
    <div className={classes['bar']}>
      <Segmented label="Editor" options={EDITORS} value={editor} onPick={onEditor} />
      <span className={classes['history']}>
        <IconButton label="Undo" keys="Ctrl Z" disabled={!undo} onClick={undo}>
          <IconArrowBackUp size={16} stroke={1.5} aria-hidden />
        </IconButton>
        <IconButton label="Redo" keys="Ctrl Shift Z" disabled={!redo} onClick={redo}>
          <IconArrowForwardUp size={16} stroke={1.5} aria-hidden />
        </IconButton>
        <SavedMenu />
        <HistoryMenu />
      </span>
    </div>
  );
}

/** What takes a paste itself. */
const OTHERS = 'input, textarea, select, [contenteditable], [role="dialog"]';

/**
 * Hears what is pasted within an element, and what is pasted on the page where nothing else takes it. `take` says
 * whether it understood the text.
 */
function usePaste(root: RefObject<HTMLElement | null>, take: ((text: string) => boolean) | undefined) {
  const taken = useEffectEvent((text: string) => take?.(text) ?? false);
  // the page around the element is the document's
  useEffect(() => {
    const beside = (event: globalThis.ClipboardEvent) => {
      const { target } = event;
      if (!(target instanceof Element) || root.current?.contains(target) || target.closest(OTHERS)) return;
      if (taken(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
    };
    document.addEventListener('paste', beside);
    return () => document.removeEventListener('paste', beside);
  }, [root]);
  return (event: ClipboardEvent) => {
    if (take?.(event.clipboardData.getData('text/plain'))) event.preventDefault();
  };
}

/** What is asked: a collection, and one document of it if wanted. */
function SourceFields() {
  const { collections } = useDatastore();
  const { draft, change, complaintAt } = useEditing();
  return (
    <div className={classes['source']}>
      <FormField label="Collection" complaint={complaintAt('collection')?.message}>
        {(control) => (
          <Suggest
            {...control}
            placeholder="logs"
            suggestions={collections}
            value={draft.collection}
            onType={(collection) => change({ ...draft, collection }, 'collection')}
          />
        )}
      </FormField>
      <FormField label="documentID" complaint={complaintAt('documentID')?.message}>
        {(control) => (
          <TextField
            {...control}
            placeholder="any"
            value={draft.documentID}
            onChange={({ currentTarget }) => change({ ...draft, documentID: currentTarget.value }, 'documentID')}
          />
        )}
      </FormField>
    </div>
  );
}

type PastedProps = { pasted: Pasted; onTake: () => void; onLeave: () => void };

/** What was pasted, what each part of it would become, and the choice. */
function PastePreview({ pasted, onTake, onLeave }: PastedProps) {
  const { title, notes, stages, converted } = pasted;
  const count = `${converted} ${converted === 1 ? 'stage' : 'stages'}`;
  return (
    <section className={classes['preview']} aria-label="What was pasted">
      <p className={classes['title']} role="status">
        <IconUpload size={16} stroke={1.5} aria-hidden />
        <b>{title}</b>
        <span>{converted === stages.length ? count : `${converted} of ${stages.length} stages can be converted`}</span>
      </p>
      <ul className={classes['notes']}>
        {notes.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same note may come twice, and none ever moves
          <li key={index}>
            <code>{note.from}</code>
            <IconArrowRight size={14} stroke={1.5} aria-label="becomes" />
            <span>
              {note.to} {note.extension && <Tag>extension</Tag>}
            </span>
          </li>
        ))}
      </ul>
      <div className={classes['choice']}>
        <Button onClick={onTake}>Convert {count}</Button>
        <Button look="plain" onClick={onLeave}>
          Leave it
        </Button>
        <span>Ctrl Z takes it back</span>
      </div>
    </section>
  );
}
