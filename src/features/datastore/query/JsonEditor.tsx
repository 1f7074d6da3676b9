import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useEditing } from '#features/datastore/DatastorePlace.tsx';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { describeTooLong, type Pasted, understand } from '#pipeline/text/paste.ts';
import { pipelineText, readPipelineText, type TextFault, withStages } from '#pipeline/text/pipelineText.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/notices/toast.ts';
import { type CodeEditor, codeEditor } from './codeEditor.ts';
import classes from './JsonEditor.module.css';

/**
 * Called with pasted text that is not a list of stages but can be converted to one; with undefined if the paste was
 * inserted as text.
 */
type Props = { onPasted: (text: string | undefined) => void };

/** JSON editor of the pipeline. Invalid text stays in the editor while the draft keeps the last valid pipeline. */
export function JsonEditor({ onPasted }: Props) {
  const { draft, broken, breakOff, setFault } = useEditing();
  const { place, editor, fault } = useEditor(onPasted);
  const forget = () => {
    breakOff(undefined);
    setFault(undefined);
  };
  return (
    <>
      <div ref={place} className={classes['editor']} />
      {broken && broken.draft !== draft && !fault && (
        <p className={classes['left']}>
          You left a text that is no pipeline.
          <Button look="link" onClick={() => editor.current?.replace(broken.text)}>
            Bring it back
          </Button>
          <Button look="link" onClick={forget}>
            Forget it
          </Button>
        </p>
      )}
      {fault && <Mistake fault={fault} onGo={() => editor.current?.goTo(fault.position)} />}
    </>
  );
}

/** Creates the editor on mount and destroys it on unmount; `fault` is the first error of its text. */
function useEditor(onPasted: Props['onPasted']) {
  const { draft, change, seen, broken, breakOff, setFault: tellFault } = useEditing();
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  const [fault, setFault] = useState<TextFault>();
  /** The draft that the text represents. */
  const written = useRef(draft);
  // resolves relative time ranges once, so that the text does not change while it is edited
  const [at] = useState(() => getServiceTime());

  const told = (read: ReturnType<typeof readPipelineText>) => {
    const wrong = 'fault' in read ? read.fault : undefined;
    setFault(wrong);
    tellFault(wrong);
    return wrong;
  };
  const typed = useEffectEvent((text: string) => {
    const read = readPipelineText(text);
    const wrong = told(read);
    breakOff(wrong && { text, draft });
    if ('stages' in read) {
      written.current = withStages(draft, read.stages, at);
      change(written.current, 'json');
    }
    return wrong;
  });
  const understood = useEffectEvent((text: string) => {
    const pasted = understand(text, 'text');
    if (pasted === 'too long') {
      showToast(describeTooLong(text));
      return true;
    }
    const isElsewhere = isForeign(text, pasted);
    onPasted(isElsewhere ? text : undefined);
    return isElsewhere;
  });
  const names = useEffectEvent(() => [...seen.fields.keys()]);
  const begin = useEffectEvent((parent: HTMLElement) => {
    const left = broken?.draft === draft ? broken.text : undefined;
    const text = left ?? pipelineText(draft, at);
    editor.current = codeEditor(parent, {
      label: 'Pipeline as JSON',
      text,
      fields: names,
      onType: typed,
      onPaste: understood,
    });
    // an invalid raw stage can make the text invalid; the user did not type it here, so it is not kept as broken text
    editor.current.mark(left === undefined ? told(readPipelineText(text)) : typed(left));
  });
  // the editor is not a React component
  useEffect(() => {
    if (place.current) begin(place.current);
    return () => editor.current?.destroy();
  }, []);
  useEffect(() => {
    if (written.current === draft) return;
    written.current = draft;
    // changed by undo or a paste in the builder
    setFault(undefined);
    editor.current?.replace(pipelineText(draft, at));
  }, [draft, at]);
  return { place, editor, fault };
}

/** True if pasted text has to be converted to a pipeline; a stage or a list of stages is inserted as text. */
function isForeign(text: string, pasted: Pasted | 'shell' | undefined): boolean {
  if (pasted === undefined || pasted === 'shell') return pasted !== undefined;
  const list = pasted.notes.length === 0 && 'stages' in readPipelineText(text);
  return !list && pasted.title !== 'One stage';
}

function Mistake({ fault, onGo }: { fault: TextFault; onGo: () => void }) {
  // not role="alert", as that would be announced with every keystroke
  useAnnouncement(`Line ${fault.line}, column ${fault.column}: ${fault.message}`, 'json');
  return (
    <div className={classes['fault']}>
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
