import type { ReactNode } from 'react';
import { formatTruncatedJson } from '#lib/truncate.ts';
import { JsonValue } from '#ui/values/JsonValue.tsx';
import { type FieldKind, formatValueLabel, listValueLabels } from './deviceField.ts';
import classes from './renderValueLabel.module.css';

/** Cached elements of all labels, because a grid renders thousands while scrolling. */
const LABEL_ELEMENTS: ReadonlyMap<string, ReactNode> = new Map(
  listValueLabels().map((label) => [label, createLabelElement(label)]),
);

const MAX_TEXT_LENGTH = 500;

export const GLYPH_WIDTH_PX = 18;

export function hasValueLabels(kind: FieldKind): boolean {
  return kind === 'pairing' || kind === 'yesNo' || kind === 'connectivity';
}

export function renderValueLabel(kind: FieldKind, value: unknown): ReactNode {
  const word = findValueLabel(kind, value);
  if (word === undefined) return <JsonValue value={value} />;
  return LABEL_ELEMENTS.get(word) ?? createLabelElement(word);
}

function createLabelElement(word: string): ReactNode {
  return (
    <span className={classes['word']} data-word={word}>
      {word}
    </span>
  );
}

export function formatFieldValue(kind: FieldKind, value: unknown): string {
  return findValueLabel(kind, value) ?? (value === undefined ? '·' : formatTruncatedJson(value, MAX_TEXT_LENGTH));
}

function findValueLabel(kind: FieldKind, value: unknown): string | undefined {
  if (kind === 'connectivity') return formatValueLabel(kind, value === 'online' || value === 'offline' ? value : '');
  return typeof value === 'boolean' ? formatValueLabel(kind, String(value)) : undefined;
}
