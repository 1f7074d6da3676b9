import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import classes from './LineField.module.css';
import { type LineEditor, lineEditor, type MarkOf } from './lineEditor.ts';

export type LineFieldHandle = Pick<LineEditor, 'goTo' | 'line'>;

type Props = {
  label: string;
  placeholder: string;
  text: string;
  onType: (text: string) => void;
  markOf: MarkOf;
  className?: string | undefined;
  ref?: Ref<LineFieldHandle>;
};

/** Lines of text to type or paste, however many, each with its number and what is said of it. */
export function LineField({ label, placeholder, text, onType, markOf, className = '', ref }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<LineEditor>(undefined);
  // what the editor calls back lives as long as the editor: it reads what is current
  const latest = useRef({ text, onType });
  const inside = useRef(text);
  useEffect(() => {
    latest.current = { text, onType };
  });
  // the editor is beside React
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is made once
  useEffect(() => {
    if (!place.current) return;
    const typed = (next: string) => {
      inside.current = next;
      latest.current.onType(next);
    };
    editor.current = lineEditor(place.current, { label, placeholder, text: inside.current, onType: typed });
    return () => editor.current?.destroy();
  }, []);
  useEffect(() => {
    if (inside.current === text) return;
    inside.current = text;
    editor.current?.replace(text);
  }, [text]);
  useEffect(() => editor.current?.mark(markOf), [markOf]);
  useImperativeHandle(ref, () => ({
    goTo: (line) => editor.current?.goTo(line),
    line: () => editor.current?.line() ?? 1,
  }));
  return <div ref={place} className={`${classes['place']} ${className}`} />;
}
