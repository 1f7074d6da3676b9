import type { ReactNode } from 'react';
import { hasInvisible } from '#lib/invisible.ts';
import { formatIso, formatTime, isNever, looksLikeSeconds, type TimeMode } from '#lib/time.ts';
import { Value } from '#ui/Value.tsx';
import classes from './cellContent.module.css';
import type { CellType } from './gridColumn.ts';

/** What stands in a cell, and what is said of it on hover. */
export type CellContent = { content: ReactNode; title?: string };

/** IDs longer than this are cut in the middle when there is no room; their last characters always stay. */
const ID_WHOLE = 12;
const ID_TAIL = 6;

/**
 * A value as its type is shown; a value of another type is shown as what it is. Most cells are bare text: an element
 * and a component for each would cost more than all else that a grid does for a click.
 */
export function cellContent(value: unknown, type: CellType, mode: TimeMode): CellContent {
  if (type === 'time') return timeContent(value, mode);
  if (typeof value === 'string' && value !== '' && !hasInvisible(value)) {
    return type === 'id' ? idContent(value) : { content: value, title: value };
  }
  if (typeof value === 'number' || typeof value === 'boolean') return { content: String(value) };
  return { content: <Value value={value} /> };
}

function idContent(id: string): CellContent {
  if (id.length <= ID_WHOLE) return { content: <span className={classes['id']}>{id}</span> };
  const content = (
    <span className={classes['id']}>
      <span className={classes['head']}>{id.slice(0, -ID_TAIL)}</span>
      <span>{id.slice(-ID_TAIL)}</span>
    </span>
  );
  return { content, title: id };
}

function timeContent(value: unknown, mode: TimeMode): CellContent {
  if (isNever(value)) return { content: <span className={classes['never']}>never</span> };
  const text = typeof value === 'number' ? formatTime(value, mode, Date.now()) : undefined;
  if (typeof value !== 'number' || text === undefined) return { content: <Value value={value} /> };
  const title = `${formatIso(value)} · ${value} ms`;
  if (!looksLikeSeconds(value)) return { content: text, title };
  return {
    content: <span className={classes['doubtful']}>seconds? {text}</span>,
    title: `${title}. Too early for milliseconds: these may be seconds.`,
  };
}
