import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { setting } from '#lib/setting.ts';
import { useMedia } from '#ui/browser/useMedia.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import classes from './DatastorePage.module.css';

/** Minimum width of the query pane, in px; the maximum is half of the page. Same value as in DatastorePage.module.css. */
const LEAST_PX = 360;
const USUAL_PX = 416;
/** From this width a condition fits on one line; the default if the results keep `RESULTS_PX` beside it. */
const USUAL_ROOMY_PX = 520;
const RESULTS_PX = 800;
const USUAL_WIDE_PX = 560;
const WIDE = '(min-width: 1600px)';
const STEP_PX = 16;

/** Stored width of the query pane, in px; undefined means the default width. */
const paneWidth = setting<number | undefined>({
  name: 'queryPane',
  fallback: undefined,
  read: (kept) => (typeof kept === 'number' && kept >= LEAST_PX ? Math.round(kept) : undefined),
});

export function usePaneEdge(pageWidth: number) {
  const [chosen, choose] = useSetting(paneWidth);
  // local state: the setting is stored only when the drag ends
  const [dragged, setDragged] = useState<number>();
  const wide = useMedia(WIDE);
  const roomy = pageWidth >= USUAL_ROOMY_PX + RESULTS_PX;
  const usual = wide ? USUAL_WIDE_PX : roomy ? USUAL_ROOMY_PX : USUAL_PX;
  const most = Math.max(LEAST_PX, Math.floor(pageWidth / 2));
  const within = (width: number) => Math.min(most, Math.max(LEAST_PX, Math.round(width)));
  const width = within(dragged ?? chosen ?? usual);
  const edge = {
    ...{ now: width, most },
    onDrag: (next: number) => setDragged(within(next)),
    onDrop: () => {
      if (dragged !== undefined) choose(dragged);
      setDragged(undefined);
    },
    onGiveUp: () => setDragged(undefined),
    /** `undefined` restores the default width. */
    onWidth: (next: number | undefined) => choose(next === undefined ? undefined : within(next)),
  };
  return { width: dragged ?? chosen ?? (roomy ? usual : undefined), edge };
}

type Edge = ReturnType<typeof usePaneEdge>['edge'];

/** Splitter between query and results: drag, arrow keys, Home and End; a double click or Enter restores the default width. */
export function PaneEdge({ edge: { now, most, onDrag, onDrop, onGiveUp, onWidth } }: { edge: Edge }) {
  const byKey = (event: KeyboardEvent) => {
    const next: Record<string, number | undefined> = {
      ArrowLeft: now - STEP_PX,
      ArrowRight: now + STEP_PX,
      Home: LEAST_PX,
      End: most,
      Enter: undefined,
    };
    if (!(event.key in next) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onWidth(next[event.key]);
  };
  const follow = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    onDrag(clientX - (currentTarget.parentElement?.getBoundingClientRect().left ?? 0));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that is moved is no rule between texts
    <div
      className={classes['edge']}
      role="separator"
      tabIndex={0}
      aria-label="Width of the query"
      aria-orientation="vertical"
      aria-valuemin={LEAST_PX}
      aria-valuemax={most}
      aria-valuenow={now}
      aria-valuetext={`${now} px`}
      onKeyDown={byKey}
      onPointerDown={({ button, currentTarget, pointerId }) =>
        button === 0 && currentTarget.setPointerCapture(pointerId)
      }
      onPointerMove={follow}
      onPointerUp={onDrop}
      onPointerCancel={onGiveUp}
      onDoubleClick={() => onWidth(undefined)}
    />
  );
}
