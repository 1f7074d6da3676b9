import { useState, useSyncExternalStore } from 'react';
import type { FleetView } from '#fleet/fleetView.ts';
import type { Selection } from '#fleet/selection.ts';
import { formatCount } from '#lib/counts.ts';
import { Button } from '#ui/Button.tsx';
import { CopyIds } from './CopyIds.tsx';
import classes from './DevicesPage.module.css';

type Props = {
  view: FleetView;
  selection: Selection;
  /** Whether only selected rows, as they were when that was asked for, are shown. */
  only: boolean;
  onOnly: (only: boolean) => void;
};

/** How many devices are selected, and what can be done with them; nothing where none is. */
export function SelectionStatus({ view, selection, only, onOnly }: Props) {
  useSyncExternalStore(selection.subscribe, () => selection.version);
  const { count, before, lost } = selection;
  const hidden = useHidden(view, selection);
  if (count === 0 && !only && !before && lost === 0) return null;
  return (
    <div className={classes['selection']}>
      <span role="status">
        {before
          ? `${formatCount(before.count)} selected before, being looked for …`
          : `${formatCount(count)} of ${formatCount(view.fleet.count)} selected${hidden > 0 ? `, ${formatCount(hidden)} hidden by the filter` : ''}`}
        {lost > 0 && (
          <span className={classes['hint']}>
            {` · ${formatCount(lost)} selected before ${lost === 1 ? 'is' : 'are'} not in this list`}
          </span>
        )}
      </span>
      {count > 0 && <CopyIds view={view} selection={selection} />}
      <Button look="plain" onClick={() => selection.invert(view.rows)}>
        Invert
      </Button>
      <Button
        look="plain"
        onClick={() => {
          selection.clear();
          onOnly(false);
        }}
      >
        Clear
      </Button>
      <label className={classes['only']}>
        <input type="checkbox" checked={only} onChange={({ target }) => onOnly(target.checked)} />
        Show selected only
      </label>
    </div>
  );
}

/** Selected rows that the view does not show; while it still looks for rows, as many as before. */
function useHidden(view: FleetView, selection: Selection): number {
  const [known, setKnown] = useState(0);
  if (!view.settled) return Math.min(known, selection.count);
  const hidden = selection.count - selection.among(view.rows);
  if (hidden !== known) setKnown(hidden);
  return hidden;
}
