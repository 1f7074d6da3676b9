import type { ReactNode } from 'react';
import { truncateJson } from '#lib/truncate.ts';
import { JsonValue } from '#ui/values/JsonValue.tsx';
import { type FieldKind, formatValueLabel } from './deviceField.ts';
import classes from './renderValueLabel.module.css';

/** Element cache: a grid renders thousands while scrolling. */
const elementCache = new Map<string, ReactNode>();

const MAX_TEXT_LENGTH = 500;

/** Width of the glyph before a label, in px. */
export const GLYPH_WIDTH_PX = 18;

export function hasValueLabels(kind: FieldKind): boolean {
  return kind === 'pairing' || kind === 'yesNo' || kind === 'connectivity';
}

/** Renders a value as its kind's label; other values as they are. */
export function renderValueLabel(kind: FieldKind, value: unknown): ReactNode {
  const word = findValueLabel(kind, value);
  if (word === undefined) return <JsonValue value={value} />;
  let element = elementCache.get(word);
  if (element === undefined) {
    element = (
      <span className={classes['word']} data-word={word}>
        {word}
      </span>
    );
    elementCache.set(word, element);
  }
  return element;
}

export function formatFieldValue(kind: FieldKind, value: unknown): string {
  return findValueLabel(kind, value) ?? (value === undefined ? '·' : truncateJson(value, MAX_TEXT_LENGTH));
}

function findValueLabel(kind: FieldKind, value: unknown): string | undefined {
  if (kind === 'connectivity') return formatValueLabel(kind, value === 'online' || value === 'offline' ? value : '');
  return typeof value === 'boolean' ? formatValueLabel(kind, String(value)) : undefined;
}
