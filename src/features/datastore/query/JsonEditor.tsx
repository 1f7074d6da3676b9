import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { BrokenText } from '#features/datastore/shelf/keptDrafts.ts';
import type { FieldsSeen } from '#pipeline/documents/fieldsSeen.ts';
import type { Draft } from '#pipeline/draft/draft.ts';
import { type Pasted, understand } from '#pipeline/text/paste.ts';
import { pipelineText, readPipelineText, type TextFault, withStages } from '#pipeline/text/pipelineText.ts';
import { Button } from '#ui/controls/Button.tsx';
import { type CodeEditor, codeEditor } from './codeEditor.ts';
import classes from './JsonEditor.module.css';

type Props = {
  draft: Draft;
  onChange: (draft: Draft, typing?: string) => void;
  seen: FieldsSeen;
  /** Text that was left unfinished. */
  broken: BrokenText | undefined;
  onBroken: (broken: (BrokenText & { fault: TextFault }) | undefined) => void;
  /** Something was pasted that is no list of stages but can be made one. */
  onUnderstood: (pasted: Pasted) => void;
};

/** The pipeline as JSON. What is no pipeline stays as it was typed, while the draft stays as it was last right. */
export function JsonEditor(props: Props) {
  const { draft, broken, onBroken } = props;
  const { place, editor, fault } = useEditor(props);
  return (
    <>
      <div ref={place} className={classes['editor']} />
      {broken && broken.draft !== draft && !fault && (
        <p className={classes['left']}>
          You left a text that is no pipeline.
          <Button look="link" onClick={() => editor.current?.replace(broken.text)}>
            Bring it back
          </Button>
          <Button look="link" onClick={() => onBroken(undefined)}>
            Forget it
          </Button>
        </p>
      )}
      {fault && <Mistake fault={fault} onGo={() => editor.current?.goTo(fault.position)} />}
    </>
  );
}

/** The editor in its place for as long as that is drawn, and what is wrong with its text. */
function useEditor(props: Props) {
  const { draft } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  const [fault, setFault] = useState<TextFault>();
  // what the editor calls back lives as long as the editor: it reads what is current
  const latest = useRef(props);
  latest.current = props;
  const shown = useRef(draft);

  useEffect(() => {
    if (!place.current) return;
    const { current } = latest;
    const mine = current.broken?.draft === current.draft ? current.broken.text : undefined;
    const typed = (text: string) => {
      const read = readPipelineText(text);
      const { draft: now, onChange, onBroken: tell } = latest.current;
      setFault('fault' in read ? read.fault : undefined);
      if ('fault' in read) tell({ text, draft: now, fault: read.fault });
      else {
        tell(undefined);
        shown.current = withStages(now, read.stages);
        onChange(shown.current, 'json');
      }
      return 'fault' in read ? read.fault : undefined;
    };
    const made = codeEditor(place.current, {
      label: 'Pipeline as JSON',
      text: mine ?? pipelineText(current.draft),
      fields: () => [...latest.current.seen.fields.keys()],
      onType: typed,
      onPaste: (text) => {
        const pasted = foreign(text);
        if (pasted) latest.current.onUnderstood(pasted);
        return pasted !== undefined;
      },
    });
    editor.current = made;
    if (mine !== undefined) made.mark(typed(mine));
    return () => made.destroy();
  }, []);

  useEffect(() => {
    if (shown.current === draft) return;
    shown.current = draft;
    // changed elsewhere: undone, or pasted
    setFault(undefined);
    editor.current?.replace(pipelineText(draft));
  }, [draft]);
  return { place, editor, fault };
}

/** What was pasted and can be made a pipeline; a stage or a list of stages is text like any other here. */
function foreign(text: string): Pasted | undefined {
  const pasted = understand(text);
  const list = pasted?.notes.length === 0 && 'stages' in readPipelineText(text);
  return list || pasted?.title === 'One stage' ? undefined : pasted;
}

function Mistake({ fault, onGo }: { fault: TextFault; onGo: () => void }) {
  return (
    <div className={classes['fault']} role="alert">
      <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
      <p>
        <b>
          Line {fault.line}, column {fault.column}:
        </b>{' '}
        {fault.message}
      </p>
      <Button look="link" onClick={onGo}>
        Go there
      </Button>
      <p>The builder keeps your last valid pipeline. Your text stays here as you typed it.</p>
    </div>
  );
}
