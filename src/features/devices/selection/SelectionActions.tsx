import { useTimeout } from '@mantine/hooks';
import { IconCheck, IconColumns2, IconCopy, IconTableExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useDeviceList, useDevices, useSelection } from '#features/devices/DevicesPlace.tsx';
import { selectedIds } from '#fleet/shown/selectedIds.ts';
import { formatCount, pluralize } from '#lib/formatNumber.ts';
import { announce } from '#lib/tasks/announce.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import { COMPARED_MAX, comparePath } from '#paths/compare.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import classes from './SelectionTools.module.css';

const SAID_MS = 2500;

/** Copies the IDs of the selected devices, one per line, visible rows first. Without `words` it is an icon button. */
export function CopyIds({ words }: { words: boolean }) {
  const { view, selection } = useDeviceList();
  const [slices] = useState(() => new TimeSlicer());
  const [said, show] = useSaid();
  const setSaid = (done: string) => {
    show(done);
    announce(done, 'copy');
  };
  function* copy(): Generator<void> {
    const { text, count } = yield* selectedIds(view, selection);
    write(text).then(
      () => setSaid(`Copied ${pluralize(count, 'ID')}`),
      () => setSaid('Copying was refused by the browser'),
    );
  }
  const start = () => slices.run(copy());
  if (!words) {
    const Icon = said === undefined ? IconCopy : IconCheck;
    return <IconButton Icon={Icon} label={said ?? 'Copy IDs'} onClick={start} />;
  }
  return (
    <Button look="plain" Icon={IconCopy} onClick={start}>
      {said ?? 'Copy IDs'}
    </Button>
  );
}

export function CopyRows({ shown }: { shown: number }) {
  const { grid } = useDevices();
  const [said, say] = useSaid();
  return (
    <Button
      look="plain"
      Icon={IconTableExport}
      disabled={shown === 0}
      title="Rows with headings, as cells of a spreadsheet (Ctrl+C)"
      onClick={() => {
        const sayAloud = (words: string) => {
          say(words);
          announce(words, 'copy');
        };
        if (!grid.current?.copy(sayAloud)) sayAloud('Copying was refused by the browser');
      }}
    >
      {said ?? `Copy ${formatCount(shown)}`}
    </Button>
  );
}

/** Rejects if the clipboard is unavailable or blocked. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

function useSaid(): [said: string | undefined, say: (words: string) => void] {
  const [said, setSaid] = useState<string>();
  const { start, clear } = useTimeout(() => setSaid(undefined), SAID_MS);
  const say = (words: string) => {
    setSaid(words);
    clear();
    start();
  };
  return [said, say];
}

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
      Icon={IconColumns2}
      disabled={!possible}
      title={possible ? undefined : `Two to ${COMPARED_MAX} devices can be compared`}
      onClick={() => new TimeSlicer().run(compare())}
    >
      {`Compare ${possible ? count : `2–${COMPARED_MAX}`}`}
    </Button>
  );
}
