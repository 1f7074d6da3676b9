import type { ReactNode } from 'react';
import { truncateJson } from '#lib/truncate.ts';
import { Value } from '#ui/values/Value.tsx';
import { type FieldKind, wordOf } from './deviceField.ts';
import classes from './FieldWord.module.css';

/** Elements that are made once: a grid draws thousands of them while it scrolls. */
const drawn = new Map<string, ReactNode>();

/** Whoever measures or copies words needs no more of a value that is none. */
const TEXT_MAX = 500;

/** Px that the glyph before a word takes. */
export const GLYPH_PX = 18;

/** Whether values of a kind are words with a glyph before them. */
export function hasWords(kind: FieldKind): boolean {
  return kind === 'pairing' || kind === 'yesNo' || kind === 'connectivity';
}

/** A value as the word of its kind; what is none of the kind's values is shown as what it is. */
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

/** What is read of a value that `drawWord` draws. */
export function textOf(kind: FieldKind, value: unknown): string {
  return wordFor(kind, value) ?? (value === undefined ? '·' : truncateJson(value, TEXT_MAX));
}

function wordFor(kind: FieldKind, value: unknown): string | undefined {
  if (kind === 'connectivity') return wordOf(kind, value === 'online' || value === 'offline' ? value : '');
  return typeof value === 'boolean' ? wordOf(kind, String(value)) : undefined;
}
