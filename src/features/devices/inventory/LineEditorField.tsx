import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { createLineEditor, type GetLineNote, type LineEditor } from './createLineEditor.ts';
import classes from './LineEditorField.module.css';

export type LineEditorFieldHandle = Pick<LineEditor, 'goToLine' | 'line'>;

type Props = {
  texts: { label: string; placeholder: string };
  text: string;
  onTextChange: (text: string) => void;
  getLineNote: GetLineNote;
  className?: string | undefined;
  ref?: Ref<LineEditorFieldHandle>;
};

export function LineEditorField({ texts, text, onTextChange, getLineNote, className = '', ref }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const editor = useRef<LineEditor>(undefined);
  const editorText = useRef(text);
  const typed = useEffectEvent((next: string) => {
    editorText.current = next;
    onTextChange(next);
  });
  const createEditor = useEffectEvent((parent: HTMLElement) =>
    createLineEditor(parent, { ...texts, text: editorText.current, onTextChange: typed }),
  );
  // the editor is outside React
  useEffect(() => {
    if (!container.current) return;
    editor.current = createEditor(container.current);
    return () => editor.current?.destroy();
  }, []);
  useEffect(() => {
    if (editorText.current !== text) editor.current?.replace(text);
    editorText.current = text;
    editor.current?.setLineNotes(getLineNote);
  }, [text, getLineNote]);
  useImperativeHandle(ref, () => ({
    goToLine: (line) => editor.current?.goToLine(line),
    line: () => editor.current?.line() ?? 1,
  }));
  return <div ref={container} className={`${classes['place']} ${className}`} />;
}
