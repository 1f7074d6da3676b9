import { IconFilter, IconX } from '@tabler/icons-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { FleetView } from '#fleet/fleetView.ts';
import type { Selection } from '#fleet/selection.ts';
import { formatCount } from '#lib/counts.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { ToolBar } from '#ui/ToolBar.tsx';
import { CopyIds } from './CopyIds.tsx';
import classes from './DevicesPage.module.css';

type Props = {
  view: FleetView;
  selection: Selection;
  /** Whether only selected rows, as they were when that was asked for, are shown. */
  only: boolean;
  onOnly: (only: boolean) => void;
  /** What else can be done with the selected devices. */
  actions: (count: number) => ReactNode;
  /** Devices are gathered over several searches. */
  search: ReactNode;
  /** What stands there while nothing is selected. */
  children: ReactNode;
};

/** How many devices are selected and what can be done with them, in the place of the tool bar; nothing moves. */
export function SelectionBar({ view, selection, only, onOnly, actions, search, children }: Props) {
  useSyncExternalStore(selection.subscribe, () => selection.version);
  const { count, before, lost } = selection;
  const hidden = useHidden(view, selection);
  if (count === 0 && !only && !before && lost === 0) return children;
  return (
    <ToolBar label="Selection" selected>
      <span className={classes['selected']} role="status">
        <b>
          {before
            ? `${formatCount(before.count)} selected before, being looked for …`
            : `${formatCount(count)} of ${formatCount(view.fleet.count)} selected`}
        </b>
        {!before && hidden > 0 && `, ${formatCount(hidden)} hidden by the filter`}
        {lost > 0 && ` · ${formatCount(lost)} selected before ${lost === 1 ? 'is' : 'are'} not in this list`}
      </span>
      {count > 0 && <CopyIds view={view} selection={selection} />}
      {count > 0 && actions(count)}
      <Button
        look="plain"
        icon={<IconFilter size={16} stroke={1.5} aria-hidden />}
        aria-pressed={only}
        onClick={() => onOnly(!only)}
      >
        Show only these
      </Button>
      <Button className={classes['spare']} look="plain" onClick={() => selection.invert(view.rows)}>
        Invert
      </Button>
      <span className={classes['tools']}>
        {search}
        <IconButton
          label="Clear the selection"
          keys="Esc"
          onClick={() => {
            selection.clear();
            onOnly(false);
          }}
        >
          <IconX size={16} stroke={1.5} aria-hidden />
        </IconButton>
      </span>
    </ToolBar>
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
