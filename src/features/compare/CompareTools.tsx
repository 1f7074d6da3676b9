import { Button } from '#ui/controls/Button.tsx';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { ToolBar } from '#ui/page/ToolBar.tsx';
import { AddDevice } from './AddDevice.tsx';
import classes from './ComparePage.module.css';
import { useComparison } from './ComparePlace.tsx';
import { useCopyTable } from './useCopyTable.ts';

/** Which fields are shown, and the way to one more device. */
export function CompareTools() {
  const { different, fields, differing, show } = useComparison();
  const copyTable = useCopyTable();
  return (
    <ToolBar label="Fields shown">
      <Segmented
        label="Fields"
        options={[
          { value: 'all', label: `All ${fields.length} fields` },
          { value: 'different', label: `${differing.length} that differ` },
        ]}
        value={different ? 'different' : 'all'}
        onPick={(value) => show({ different: value === 'different' })}
      />
      <span className={classes['legend']}>unlike the others</span>
      <span className={classes['tools']}>
        <Button look="plain" className={classes['copy']} onClick={copyTable}>
          Copy as table
        </Button>
        <AddDevice />
      </span>
    </ToolBar>
  );
}
