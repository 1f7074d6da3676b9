import { IconArrowsDiff } from '@tabler/icons-react';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { useResults } from '#features/datastore/results/ResultsProvider.tsx';
import { ToolbarButton } from '#features/datastore/results/ToolbarButton.tsx';
import { DRAW_BEFORE } from './usePeriodBefore.ts';

export function PeriodBeforeButton() {
  const { state, show } = useDatastore();
  const { isChosen, reason } = useResults().periodBefore;
  const others = (state.draw ?? []).filter((word) => word !== DRAW_BEFORE);
  return (
    <ToolbarButton
      label="Period before"
      Icon={IconArrowsDiff}
      aria-pressed={isChosen && reason === undefined}
      disabled={reason !== undefined}
      data-tip={reason ?? 'Compare with the period before'}
      onClick={() => show({ draw: isChosen ? others : [...others, DRAW_BEFORE] }, true)}
    />
  );
}
