import { useQueryEditorContext, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { toVisibleText } from '#lib/invisible.ts';
import { Y2000_MS } from '#lib/time/time.ts';
import { explainUnsupportedField, type FieldPath } from '#pipeline/documents/fieldPath.ts';
import type { ObservedFields } from '#pipeline/documents/observedFields.ts';
import { findTimeRangeStage, setTimeRangeStage } from '#pipeline/draft/timeRange.ts';
import type { TimeUnit } from '#pipeline/draft/valueDraft.ts';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/notices/toast.ts';
import { useTimeMode } from '#ui/values/timeModeStore.ts';

export type TimeBounds = { from: number; to?: number | undefined };

/**
 * Returns a function that runs the query for a range of times in ms, ends included, or says why the field cannot be
 * filtered. `fields` are those of its documents. Undefined if the service cannot filter by ranges.
 */
export function useTimeRangeFilter(fields: ObservedFields['fields']) {
  const { extensions } = useQueryService();
  const { draft, apply } = useQueryEditorContext();
  const zone = useTimeMode() === 'utc' ? 'utc' : 'local';
  if (!extensions.includes('operators')) return undefined;
  return ({ path, time }: { path: FieldPath; time: TimeUnit | undefined }, { from, to }: TimeBounds) => {
    const name = path.join('.');
    const label = toVisibleText(name);
    if (!time) return showToast(`${label} has times of several types, so they cannot be filtered by range.`);
    const field = fields.get(name);
    const current = findTimeRangeStage(draft);
    const zoneless = current?.field === name ? current.zoneless : undefined;
    const refusal = explainUnsupportedField(path) ?? explainUncomparable();
    if (refusal) return showToast(refusal);
    apply(setTimeRangeStage(draft, { field: name, unit: time, span: { zone, from, to }, zoneless }));

    function explainUncomparable(): string | undefined {
      if (time !== 'iso' || zoneless) return undefined;
      if (field?.zoneless) return `${label} has times without a time zone. Choose the zone under “all time”.`;
      if (field?.compared) return undefined;
      return `${label} has times as text that are not in UTC (such as 2026-01-31T12:00:00Z), so they cannot be filtered by range.`;
    }
  };
}

type UnsetClocksButtonProps = {
  extent: readonly [from: number, to: number];
  onFilter: ((bounds: TimeBounds) => void) | undefined;
};

/** Leaves out times of clocks that were not set, beside which all other times take no room. */
export function HideOldTimesButton({ extent: [from, to], onFilter }: UnsetClocksButtonProps) {
  if (!onFilter || from >= Y2000_MS || to <= Y2000_MS) return null;
  return (
    <Button variant="link" size="row" onClick={() => onFilter({ from: Y2000_MS })}>
      Leave out times before 2000
    </Button>
  );
}
