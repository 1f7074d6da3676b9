import { IconColumns2 } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { useDeviceList, useSelection } from '#features/devices/DevicesPlace.tsx';
import { selectedIds } from '#fleet/shown/selectedIds.ts';
import { Slices } from '#lib/slices.ts';
import { COMPARED_MAX, comparePath } from '#paths/compare.ts';
import { Button } from '#ui/controls/Button.tsx';
import classes from './SelectionTools.module.css';

/** Opens two to five selected devices side by side. */
export function CompareSelected() {
  const { view } = useDeviceList();
  const selection = useSelection();
  const { count } = selection;
  const navigate = useNavigate();
  const possible = count >= 2 && count <= COMPARED_MAX;
  function* compare(): Generator<void> {
    const { text } = yield* selectedIds(view, selection);
    void navigate(comparePath({ deviceIDs: text.split('\n'), different: false }));
  }
  return (
    <Button
      className={classes['compare']}
      look="primary"
      icon={<IconColumns2 size={16} stroke={1.5} aria-hidden />}
      disabled={!possible}
      title={possible ? undefined : `Two to ${COMPARED_MAX} devices can be compared`}
      onClick={() => new Slices().run(compare())}
    >
      {possible ? `Compare ${count}` : 'Compare'}
    </Button>
  );
}
