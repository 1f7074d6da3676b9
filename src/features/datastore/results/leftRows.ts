import type { PipelineAnswer } from '#api/pipeline.ts';
import type { ChartReading } from '#pipeline/ask/chartReading.ts';
import type { Gathered } from '#pipeline/ask/gatheredRows.ts';
import { currentSession, subscribe } from '#session/session.ts';
import type { GridSort } from '#ui/grid/gridColumn.ts';
import type { KeptPlace } from '#ui/grid/gridProps.ts';

export type Held = Gathered & {
  /** Query and page that they begin with. */
  subject: string;
  /** The answer that they were last renewed with. */
  answer: PipelineAnswer;
  reached: Reached;
};

/** The last page that is among them, and whether there is one behind it. */
export type Reached = { until: number; more: boolean };

/** How rows were left: with those of further pages, in which order, and where. */
type Left = { held?: Held | undefined; sort?: readonly GridSort[]; place?: KeptPlace };

/** Of the query and page that were shown last: whoever looks at one device and comes back goes on there. */
let last: (Left & { of: string }) | undefined;

/** What was read for the chart last, and before it. */
const charted: { current: { now?: ChartReading; before?: ChartReading | undefined } } = { current: {} };

subscribe(() => {
  if (currentSession().connection) return;
  last = undefined;
  charted.current = {};
});

/** A reading knows what it is of: it is not read again because rows, or another page, were looked at meanwhile. */
export function chartedLast(): typeof charted {
  return charted;
}

export function leftRows(of: string): Left | undefined {
  return last?.of === of ? last : undefined;
}

export function leaveRows(of: string, part: Left): void {
  last = { ...leftRows(of), of, ...part };
}
