import type { ReactNode } from 'react';
import { truncateJson } from '#lib/truncate.ts';
import { Value } from '#ui/values/Value.tsx';
import { type FieldKind, wordOf } from './deviceField.ts';
import classes from './FieldWord.module.css';

/** Element cache: a grid renders thousands while scrolling. */
const drawn = new Map<string, ReactNode>();

const TEXT_MAX = 500;

/** Width of the glyph before a label, in px. */
export const GLYPH_PX = 18;

export function hasWords(kind: FieldKind): boolean {
  return kind === 'pairing' || kind === 'yesNo' || kind === 'connectivity';
}

/** Renders a value as its kind's label; other values as they are. */
export function drawWord(kind: FieldKind, value: unknown): ReactNode {
  const word = wordFor(kind, value);
  if (word === undefined) return <Value value={value} />;
  let element = drawn.get(word);
  if (element === undefined) {
    element = (
      <span className={classes['word']} data-word={word}>
        {word}
      </span>
    );
    drawn.set(word, element);
  }
  return element;
}

export function textOf(kind: FieldKind, value: unknown): string {
  return wordFor(kind, value) ?? (value === undefined ? '·' : truncateJson(value, TEXT_MAX));
}

function wordFor(kind: FieldKind, value: unknown): string | undefined {
  if (kind === 'connectivity') return wordOf(kind, value === 'online' || value === 'offline' ? value : '');
  return typeof value === 'boolean' ? wordOf(kind, String(value)) : undefined;
}
