import { useTimeout } from '@mantine/hooks';
import { IconCheck, IconColumns2, IconCopy, IconTableExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useDeviceList, useDeviceSelection, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import { listSelectedIds } from '#fleet/shown/selectedRows.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { announce } from '#lib/tasks/announce.ts';
import { TimeSlicer } from '#lib/timeSlicer.ts';
import { COPYING_FAILED } from '#ui/browser/triggerCopyEvent.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { buildCompareUrl, MAX_COMPARED_DEVICES } from '#urls/compare.ts';
import classes from './SelectionToolbar.module.css';

const MESSAGE_MS = 2500;

export function CopySelectedIdsButton({ showsLabel }: { showsLabel: boolean }) {
  const { view, selection } = useDeviceList();
  const [message, showMessage] = useTemporaryMessage();
  function* copy(): Generator<void> {
    const ids = yield* listSelectedIds(view, selection);
    writeToClipboard(ids.join('\n')).then(
      () => showMessage(`Copied ${formatCountWithNoun(ids.length, 'ID')}`),
      () => showMessage(COPYING_FAILED),
    );
  }
  const start = () => new TimeSlicer().run(copy());
  if (!showsLabel) {
    const Icon = message === undefined ? IconCopy : IconCheck;
    return <IconButton Icon={Icon} label={message ?? 'Copy IDs'} onClick={start} />;
  }
  return (
    <Button variant="plain" Icon={IconCopy} onClick={start}>
      {message ?? 'Copy IDs'}
    </Button>
  );
}

export function CopySelectedRowsButton({ rowCount }: { rowCount: number }) {
  const { grid } = useDevicesPage();
  const [said, say] = useTemporaryMessage();
  return (
    <Button
      variant="plain"
      Icon={IconTableExport}
      disabled={rowCount === 0}
      title="Copy rows with headings for a spreadsheet (Ctrl+C)"
      onClick={() => {
        if (!grid.current?.copySelection(say)) say(COPYING_FAILED);
      }}
    >
      {said ?? `Copy ${formatCount(rowCount)}`}
    </Button>
  );
}

async function writeToClipboard(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

function useTemporaryMessage(): [said: string | undefined, say: (words: string) => void] {
  const [said, setSaid] = useState<string>();
  const { start, clear } = useTimeout(() => setSaid(undefined), MESSAGE_MS);
  const say = (words: string) => {
    setSaid(words);
    announce(words, 'copy');
    clear();
    start();
  };
  return [said, say];
}

export function CompareSelectedButton() {
  const { view } = useDeviceList();
  const selection = useDeviceSelection();
  const { count } = selection;
  const navigate = useNavigate();
  const possible = count >= 2 && count <= MAX_COMPARED_DEVICES;
  function* compare(): Generator<void> {
    void navigate(buildCompareUrl({ deviceIDs: yield* listSelectedIds(view, selection), different: false }));
  }
  return (
    <Button
      className={classes['compare']}
      variant="primary"
      Icon={IconColumns2}
      disabled={!possible}
      title={possible ? undefined : `Select 2 to ${MAX_COMPARED_DEVICES} devices to compare`}
      onClick={() => new TimeSlicer().run(compare())}
    >
      {`Compare ${possible ? count : `2–${MAX_COMPARED_DEVICES}`}`}
    </Button>
  );
}
