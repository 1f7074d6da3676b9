import type { ReactNode } from 'react';
import { hasInvisibleOrPadding } from '#lib/invisible.ts';
import { formatIsoTime, isNeverTimestamp, type TimeMode } from '#lib/time/time.ts';
import { formatTruncatedJson, truncate, truncateMiddle } from '#lib/truncate.ts';
import { measureIdCharacterWidth } from '#ui/grid/columns/measureTextWidth.ts';
import shared from '#ui/theme/shared.module.css';
import classes from '#ui/values/JsonValue.module.css';
import { JsonValue } from '#ui/values/JsonValue.tsx';
import { formatGridTime, isSuspectedSeconds, toCellTimeMs } from './formatCellText.ts';
import type { GridColumn, SizedColumn } from './gridColumn.ts';

type RenderedCell = { content: ReactNode; title?: string; accessibleName?: string };

/** Minimum length of an ID that is truncated in the middle, because both ends identify it. */
const MIN_ID_LENGTH = 8;
const CELL_PADDING_PX = 20;
const DIGIT_WIDTH_PX = 8;
const MAX_SHOWN_LENGTH = 500;

/**
 * Renders a value by the type of its column, or by its own type if that differs. Most cells are plain text nodes,
 * because an element per cell would dominate the render time.
 */
export function renderCellContent(value: unknown, column: SizedColumn, mode: TimeMode): RenderedCell {
  const { type } = column;
  if (column.render) return { content: column.render(value) };
  if (type === 'time') return renderTime(value, column, mode);
  if (typeof value === 'string' && value.length > MAX_SHOWN_LENGTH + 1)
    return renderCellContent(truncate(value, MAX_SHOWN_LENGTH), column, mode);
  if (typeof value === 'string' && value !== '' && !hasInvisibleOrPadding(value)) {
    return type === 'id' ? renderId(value, column.width) : { content: value, title: value };
  }
  if (typeof value === 'boolean' && column.renderBoolean) return { content: column.renderBoolean(value) };
  if (typeof value === 'number' || typeof value === 'boolean') {
    const content = String(value);
    return isLikelyTruncated(content, column.width) ? { content, title: content } : { content };
  }
  const content = <JsonValue value={value} />;
  if (typeof value !== 'object' || value === null) return { content };
  const title = formatTruncatedJson(value, MAX_SHOWN_LENGTH);
  return isLikelyTruncated(title, column.width) ? { content, title } : { content };
}

function isLikelyTruncated(text: string, width: number): boolean {
  return text.length * DIGIT_WIDTH_PX > width - CELL_PADDING_PX;
}

function renderId(id: string, width: number): RenderedCell {
  const room = Math.max(MIN_ID_LENGTH, Math.floor((width - CELL_PADDING_PX) / measureIdCharacterWidth()));
  if (id.length <= room) return { content: id };
  return { content: truncateMiddle(id, room), title: id, accessibleName: id };
}

function renderTime(value: unknown, column: GridColumn, mode: TimeMode): RenderedCell {
  if (!column.toMs && isNeverTimestamp(value)) return { content: <span className={classes['faint']}>never</span> };
  const time = toCellTimeMs(value, column);
  const text = time === undefined ? undefined : formatGridTime(time, column, mode);
  if (time === undefined || text === undefined) return { content: <JsonValue value={value} /> };
  const title = `${formatIsoTime(time)} · ${value}${column.toMs ? '' : ' ms'}`;
  if (!isSuspectedSeconds(value, column)) return { content: text, title };
  return {
    content: <span className={shared['attention']}>seconds? {text}</span>,
    title: `${title}. Too early for milliseconds: these may be seconds.`,
  };
}
