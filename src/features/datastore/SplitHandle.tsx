import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import * as z from 'zod/mini';
import { createParser } from '#lib/schema.ts';
import { setting } from '#lib/setting.ts';
import { useMedia } from '#ui/browser/useMedia.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import classes from './DatastorePage.module.css';

const WIDTH_MIN_PX = 360;
const WIDTH_DEFAULT_PX = 416;
/**
 * Default width of the query pane in px, if at least `RESULTS_WIDTH_PX` remain for the results. Wide enough for a
 * condition on one line.
 */
const WIDTH_DEFAULT_MEDIUM_PX = 520;
const RESULTS_WIDTH_PX = 800;
const WIDTH_DEFAULT_WIDE_PX = 560;
const WIDE_QUERY = '(min-width: 1600px)';
const STEP_PX = 16;

/** Setting for the width of the query pane, in px. Undefined means the default width. */
const queryPaneWidth = setting<number | undefined>({
  name: 'queryPane',
  fallback: undefined,
  parse: createParser(z.pipe(z.number().check(z.minimum(WIDTH_MIN_PX)), z.transform(Math.round))),
});

export function useSplitHandle(pageWidth: number) {
  const [storedWidth, setStoredWidth] = useSetting(queryPaneWidth);
  // local state: the setting is stored only when the drag ends
  const [draggedWidth, setDraggedWidth] = useState<number>();
  const wide = useMedia(WIDE_QUERY);
  const isMedium = pageWidth >= WIDTH_DEFAULT_MEDIUM_PX + RESULTS_WIDTH_PX;
  const defaultWidth = wide ? WIDTH_DEFAULT_WIDE_PX : isMedium ? WIDTH_DEFAULT_MEDIUM_PX : WIDTH_DEFAULT_PX;
  const maxWidth = Math.max(WIDTH_MIN_PX, Math.floor(pageWidth / 2));
  const clampWidth = (width: number) => Math.min(maxWidth, Math.max(WIDTH_MIN_PX, Math.round(width)));
  const width = clampWidth(draggedWidth ?? storedWidth ?? defaultWidth);
  const handle = {
    ...{ now: width, maxWidth },
    onDrag: (next: number) => setDraggedWidth(clampWidth(next)),
    onDragEnd: () => {
      if (draggedWidth !== undefined) setStoredWidth(draggedWidth);
      setDraggedWidth(undefined);
    },
    onDragCancel: () => setDraggedWidth(undefined),
    onResize: (next: number | undefined) => setStoredWidth(next === undefined ? undefined : clampWidth(next)),
  };
  return { width: draggedWidth ?? storedWidth ?? (isMedium ? defaultWidth : undefined), handle };
}

type SplitHandleState = ReturnType<typeof useSplitHandle>['handle'];

/**
 * Splitter between query and results: drag, arrow keys, Home and End. A double click or Enter restores the default
 * width.
 */
export function SplitHandle({
  handle: { now, maxWidth, onDrag, onDragEnd, onDragCancel, onResize },
}: {
  handle: SplitHandleState;
}) {
  const handleKeyDown = (event: KeyboardEvent) => {
    const next: Record<string, number | undefined> = {
      ArrowLeft: now - STEP_PX,
      ArrowRight: now + STEP_PX,
      Home: WIDTH_MIN_PX,
      End: maxWidth,
      Enter: undefined,
    };
    if (!(event.key in next) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onResize(next[event.key]);
  };
  const handlePointerMove = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    onDrag(clientX - (currentTarget.parentElement?.getBoundingClientRect().left ?? 0));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is not a thematic break
    <div
      className={classes['handle']}
      role="separator"
      tabIndex={0}
      aria-label="Width of the query pane"
      aria-orientation="vertical"
      aria-valuemin={WIDTH_MIN_PX}
      aria-valuemax={maxWidth}
      aria-valuenow={now}
      aria-valuetext={`${now} px`}
      onKeyDown={handleKeyDown}
      onPointerDown={({ button, currentTarget, pointerId }) =>
        button === 0 && currentTarget.setPointerCapture(pointerId)
      }
      onPointerMove={handlePointerMove}
      onPointerUp={onDragEnd}
      onPointerCancel={onDragCancel}
      onDoubleClick={() => onResize(undefined)}
    />
  );
}
