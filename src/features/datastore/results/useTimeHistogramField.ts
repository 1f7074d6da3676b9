import { STAGES_MAX } from '#contract/pipeline.ts';
import { useDatastore, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { createBooleanSetting } from '#lib/setting.ts';
import { explainUnsupportedField } from '#pipeline/documents/fieldPath.ts';
import { findTimeField, type ObservedField } from '#pipeline/documents/observedFields.ts';
import { hasGroupStage } from '#pipeline/run/inPage/findGroupStageIndex.ts';

export const timeHistogramSetting = createBooleanSetting('timeHistogram', true);

/** Time field by which the documents of the displayed query can be counted. Undefined if the service does not group. */
export function useTimeHistogramField(): ObservedField | undefined {
  const { state, shownQuery, observedFields } = useDatastore();
  const { supportsGroup } = useQueryService();
  const { pipeline } = shownQuery?.state ?? state;
  const field = findTimeField(observedFields);
  const isCountable =
    field !== undefined &&
    // the service truncates numbers as ms
    field.time !== 's' &&
    supportsGroup &&
    // the service reads no texts without a time zone
    field.zoneless === undefined &&
    explainUnsupportedField(field.path) === undefined &&
    !hasGroupStage(pipeline) &&
    pipeline.length < STAGES_MAX;
  return isCountable ? field : undefined;
}
