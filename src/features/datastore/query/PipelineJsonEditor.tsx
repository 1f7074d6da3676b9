import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQueryEditorContext } from '#features/datastore/DatastoreProvider.tsx';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { describeTooLongPaste, type PastedQuery, parsePastedQuery } from '#pipeline/text/parsePastedQuery.ts';
import {
  formatPipeline,
  type PipelineSyntaxError,
  parsePipeline,
  replaceEnabledStages,
} from '#pipeline/text/pipelineText.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/notices/toast.ts';
import { createPipelineCodeEditor, type PipelineCodeEditor } from './createPipelineCodeEditor.ts';
import classes from './PipelineJsonEditor.module.css';

/**
 * Called with pasted text that is not a pipeline but can be converted to one. Called with undefined if the text was
 * inserted unchanged.
 */
type Props = { onPasted: (text: string | undefined) => void };

/** JSON editor of the pipeline. Invalid text stays in the editor while the draft keeps the last valid pipeline. */
export function PipelineJsonEditor({ onPasted }: Props) {
  const { draft, pane } = useQueryEditorContext();
  const { invalidText, setInvalidText, setFault } = pane;
  const { container, editor, fault } = usePipelineEditor(onPasted);
  const discardInvalidText = () => {
    setInvalidText(undefined);
    setFault(undefined);
  };
  return (
    <>
      <div ref={container} className={classes['editor']} data-json-editor />
      {invalidText && invalidText.draft !== draft && !fault && (
        <p className={classes['left']}>
          Your last JSON is not a valid pipeline.
          <Button variant="link" onClick={() => editor.current?.setText(invalidText.text)}>
            Restore it
          </Button>
          <Button variant="link" onClick={discardInvalidText}>
            Discard it
          </Button>
        </p>
      )}
      {fault && <SyntaxErrorMessage fault={fault} onGoToError={() => editor.current?.moveCursorTo(fault.position)} />}
    </>
  );
}

function usePipelineEditor(onPasted: Props['onPasted']) {
  const { draft, change, observedFields, pane } = useQueryEditorContext();
  const { invalidText, setInvalidText, setFault: setSharedError } = pane;
  const container = useRef<HTMLDivElement>(null);
  const editor = useRef<PipelineCodeEditor>(undefined);
  const [fault, setFault] = useState<PipelineSyntaxError>();
  const textDraft = useRef(draft);
  // resolves relative time ranges once, so that the text does not change while it is edited
  const [at] = useState(() => getServiceTime());

  const showError = (read: ReturnType<typeof parsePipeline>) => {
    const error = 'fault' in read ? read.fault : undefined;
    setFault(error);
    setSharedError(error);
    return error;
  };
  const handleChange = useEffectEvent((text: string) => {
    const read = parsePipeline(text);
    const wrong = showError(read);
    setInvalidText(wrong && { text, draft });
    if ('stages' in read) {
      textDraft.current = replaceEnabledStages(draft, read.stages, at);
      change(textDraft.current, 'json');
    }
    return wrong;
  });
  const handlePaste = useEffectEvent((text: string) => {
    const pasted = parsePastedQuery(text, 'text');
    if (pasted === 'too long') {
      showToast(describeTooLongPaste(text));
      return true;
    }
    const isElsewhere = isConversionNeeded(text, pasted);
    onPasted(isElsewhere ? text : undefined);
    return isElsewhere;
  });
  const getFieldNames = useEffectEvent(() => [...observedFields.fields.keys()]);
  const createEditor = useEffectEvent((parent: HTMLElement) => {
    const left = invalidText?.draft === draft ? invalidText.text : undefined;
    const text = left ?? formatPipeline(draft, at);
    editor.current = createPipelineCodeEditor(parent, {
      label: 'Pipeline as JSON',
      text,
      getFieldNames,
      onChange: handleChange,
      onPaste: handlePaste,
    });
    // an invalid raw stage can make the text invalid; the user did not type it here, so it is not stored as invalid
    // text
    editor.current.setError(left === undefined ? showError(parsePipeline(text)) : handleChange(left));
  });
  // the editor is not a React component
  useEffect(() => {
    if (container.current) createEditor(container.current);
    return () => editor.current?.destroy();
  }, []);
  useEffect(() => {
    if (textDraft.current === draft) return;
    textDraft.current = draft;
    // the pipeline was changed by undo or by a paste in the builder
    setFault(undefined);
    editor.current?.setText(formatPipeline(draft, at));
  }, [draft, at]);
  return { container, editor, fault };
}

function isConversionNeeded(text: string, pasted: PastedQuery | 'shell' | undefined): boolean {
  if (pasted === undefined || pasted === 'shell') return pasted !== undefined;
  const list = pasted.notes.length === 0 && 'stages' in parsePipeline(text);
  return !list && pasted.title !== 'One stage';
}

function SyntaxErrorMessage({ fault, onGoToError }: { fault: PipelineSyntaxError; onGoToError: () => void }) {
  // not role="alert", as that would be announced with every keystroke
  useAnnouncement(`Line ${fault.line}, column ${fault.column}: ${fault.message}`, 'json');
  return (
    <div className={classes['fault']}>
      <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
      <p>
        <b>{`Line ${fault.line}, column ${fault.column}:`}</b> {fault.message}
      </p>
      <Button variant="link" onClick={onGoToError}>
        Go to error
      </Button>
      <p>The builder keeps your last valid pipeline. Your text stays here as you typed it.</p>
    </div>
  );
}
