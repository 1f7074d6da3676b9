import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { PastePreview } from '#features/datastore/query/PastePreview.tsx';
import { usePaste } from '#features/datastore/query/usePaste.ts';
import type { DraftState } from '#features/datastore/useDraft.ts';
import { type Pasted, understand, withPasted } from '#pipeline/text/paste.ts';
import type { TextFault } from '#pipeline/text/pipelineText.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import { Waiting } from '#ui/states/Waiting.tsx';
import classes from './Builder.module.css';
import { StageList, type StageListProps } from './StageList.tsx';

const JsonEditor = loaded(async () => (await import('#features/datastore/query/JsonEditor.tsx')).JsonEditor, {
  waiting: () => <Waiting label="Loading the editor" rows={6} />,
});

const EDITORS = [
  { value: 'builder', label: 'Builder' },
  { value: 'json', label: 'JSON' },
] as const;

type Props = StageListProps & {
  /** The JSON is no pipeline, and why; nothing can be run meanwhile. */
  onFault: (fault: TextFault | undefined) => void;
  /** Queries to take up again. */
  shelf: ReactNode;
  /** What is asked, above the pipeline; a paste there is understood too. */
  children: ReactNode;
};

/** The pipeline in one of its two editors: cards, or its JSON. */
export function Builder({ onFault, shelf, children, ...list }: Props) {
  const { editing, seen } = list;
  const [editor, setEditor] = useState<'builder' | 'json'>('builder');
  const [pasted, setPasted] = useState<Pasted>();
  const { draft, change, undo, redo } = editing;

  const choose = (next: 'builder' | 'json') => {
    setEditor(next);
    // a text that was left unfinished waits for the way back; the cards can be run
    if (next === 'builder') onFault(undefined);
  };
  const byKey = (event: KeyboardEvent) => {
    if (editor === 'json' || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) redo?.();
    else undo?.();
  };
  const take = (text: string) => {
    const found = understand(text);
    if (!found) return false;
    if (found.notes.length > 0) setPasted(found);
    else change(withPasted(draft, found));
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
      {children}
      <EditorBar editing={editing} editor={editor} onEditor={choose} shelf={shelf} />
      {pasted && <PastePreview pasted={pasted} onTake={() => settle(pasted)} onLeave={() => settle()} />}
      {editor === 'builder' ? (
        <StageList {...list} />
      ) : (
        <JsonEditor
          draft={draft}
          onChange={change}
          seen={seen}
          broken={editing.broken}
          onBroken={(next) => {
            editing.breakOff(next && { text: next.text, draft: next.draft });
            onFault(next?.fault);
          }}
          onUnderstood={setPasted}
        />
      )}
    </div>
  );
}

type BarProps = {
  editing: DraftState;
  editor: 'builder' | 'json';
  onEditor: (editor: 'builder' | 'json') => void;
  shelf: ReactNode;
};

function EditorBar({ editing: { undo, redo }, editor, onEditor, shelf }: BarProps) {
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
        {shelf}
      </span>
    </div>
  );
}
