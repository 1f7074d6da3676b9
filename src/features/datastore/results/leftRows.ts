import type { PipelineAnswer } from '#api/pipeline.ts';
import type { ChartReading } from '#pipeline/ask/chartReading.ts';
import type { Gathered } from '#pipeline/ask/gatheredRows.ts';
import { currentSession, subscribe } from '#session/session.ts';
import type { GridSort } from '#ui/grid/gridColumn.ts';
import type { KeptPlace } from '#ui/grid/gridProps.ts';

export type Held = Gathered & {
  subject: string;
  answer: PipelineAnswer;
  reached: Reached;
};

export type Reached = { until: number; more: boolean };

type Left = { held?: Held | undefined; sort?: readonly GridSort[]; place?: KeptPlace };

/** State of the last query and page displayed, so that returning from a device page restores it. */
let last: (Left & { of: string }) | undefined;

/** The last read of the chart, and the one before it. */
const charted: { current: { now?: ChartReading; before?: ChartReading | undefined } } = { current: {} };

subscribe(() => {
  if (currentSession().connection) return;
  last = undefined;
  charted.current = {};
});

/** Each read identifies its query, so that a change of rows or page does not start another read. */
export function chartedLast(): typeof charted {
  return charted;
}

export function leftRows(of: string): Left | undefined {
  return last?.of === of ? last : undefined;
}

export function leaveRows(of: string, part: Left): void {
  last = { ...leftRows(of), of, ...part };
}
