import type { ReactNode } from 'react';
import { hasInvisibleOrPadding } from '#lib/invisible.ts';
import { formatIso, isNever, type TimeMode } from '#lib/time/time.ts';
import { truncate, truncateJson, truncateMiddle } from '#lib/truncate.ts';
import { idCharacterPx } from '#ui/grid/columns/textWidth.ts';
import shared from '#ui/theme/shared.module.css';
import classes from '#ui/values/Value.module.css';
import { Value } from '#ui/values/Value.tsx';
import { gridTime, isDoubtful, msOf } from './cellText.ts';
import type { GridColumn, SizedColumn } from './gridColumn.ts';

/** `name` is the accessible name of truncated content. */
type CellContent = { content: ReactNode; title?: string; name?: string };

/** Minimum characters of an ID truncated in the middle, as both ends identify it. */
const ID_LEAST = 8;
const PADDING_PX = 20;
/** Upper bound of the width of a digit, in px. */
const DIGIT_PX = 8;
const SHOWN_MAX = 500;

/**
 * Renders a value by its column's type, or by its own type if that differs. Most cells are bare text, because an element and a
 * component per cell would dominate the render time.
 */
export function cellContent(value: unknown, column: SizedColumn, mode: TimeMode): CellContent {
  const { type } = column;
  if (column.draw) return { content: column.draw(value) };
  if (type === 'time') return timeContent(value, column, mode);
  if (typeof value === 'string' && value.length > SHOWN_MAX + 1)
    return cellContent(truncate(value, SHOWN_MAX), column, mode);
  if (typeof value === 'string' && value !== '' && !hasInvisibleOrPadding(value)) {
    return type === 'id' ? idContent(value, column.width) : { content: value, title: value };
  }
  if (typeof value === 'boolean' && column.drawFlag) return { content: column.drawFlag(value) };
  if (typeof value === 'number' || typeof value === 'boolean') {
    const content = String(value);
    return mayBeCut(content, column.width) ? { content, title: content } : { content };
  }
  const content = <Value value={value} />;
  if (typeof value !== 'object' || value === null) return { content };
  const title = truncateJson(value, SHOWN_MAX);
  return mayBeCut(title, column.width) ? { content, title } : { content };
}

function mayBeCut(text: string, width: number): boolean {
  return text.length * DIGIT_PX > width - PADDING_PX;
}

function idContent(id: string, width: number): CellContent {
  const room = Math.max(ID_LEAST, Math.floor((width - PADDING_PX) / idCharacterPx()));
  if (id.length <= room) return { content: id };
  return { content: truncateMiddle(id, room), title: id, name: id };
}

function timeContent(value: unknown, column: GridColumn, mode: TimeMode): CellContent {
  if (!column.msOf && isNever(value)) return { content: <span className={classes['faint']}>never</span> };
  const time = msOf(value, column);
  const text = time === undefined ? undefined : gridTime(time, column, mode);
  if (time === undefined || text === undefined) return { content: <Value value={value} /> };
  const title = `${formatIso(time)} · ${value}${column.msOf ? '' : ' ms'}`;
  if (!isDoubtful(value, column)) return { content: text, title };
  return {
    content: <span className={shared['attention']}>seconds? {text}</span>,
    title: `${title}. Too early for milliseconds: these may be seconds.`,
  };
}
