import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import classes from './LineField.module.css';
import { type LineEditor, lineEditor, type MarkOf } from './lineEditor.ts';

export type LineFieldHandle = Pick<LineEditor, 'goTo' | 'line'>;

type Props = {
  words: { label: string; placeholder: string };
  text: string;
  onType: (text: string) => void;
  markOf: MarkOf;
  className?: string | undefined;
  ref?: Ref<LineFieldHandle>;
};

export function LineField({ words, text, onType, markOf, className = '', ref }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<LineEditor>(undefined);
  const inside = useRef(text);
  const typed = useEffectEvent((next: string) => {
    inside.current = next;
    onType(next);
  });
  const made = useEffectEvent((parent: HTMLElement) =>
    lineEditor(parent, { ...words, text: inside.current, onType: typed }),
  );
  // the editor is outside React
  useEffect(() => {
    if (!place.current) return;
    editor.current = made(place.current);
    return () => editor.current?.destroy();
  }, []);
  useEffect(() => {
    if (inside.current !== text) editor.current?.replace(text);
    inside.current = text;
    editor.current?.mark(markOf);
  }, [text, markOf]);
  useImperativeHandle(ref, () => ({
    goTo: (line) => editor.current?.goTo(line),
    line: () => editor.current?.line() ?? 1,
  }));
  return <div ref={place} className={`${classes['place']} ${className}`} />;
}
