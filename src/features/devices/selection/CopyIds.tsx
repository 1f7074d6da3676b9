import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useDeviceList } from '#features/devices/DevicesPlace.tsx';
import { selectedIds } from '#fleet/shown/selectedIds.ts';
import { counted } from '#lib/counts.ts';
import { Slices } from '#lib/slices.ts';
import { announce } from '#ui/browser/announce.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';

/** How long a button says what it did, in ms. */
const SAID_MS = 2500;

/** Copies the IDs of the selected devices, one a line, those in view first and in its order; an icon where there is no room for `words`. */
export function CopyIds({ words }: { words: boolean }) {
  const { view, selection } = useDeviceList();
  const [slices] = useState(() => new Slices());
  const [said, show] = useSaid();
  const setSaid = (done: string) => {
    show(done);
    // of an icon nothing is heard
    if (!words) announce(done, 'copy');
  };
  function* copy(): Generator<void> {
    const { text, count } = yield* selectedIds(view, selection);
    write(text).then(
      () => setSaid(`Copied ${counted(count, 'ID')}`),
      () => setSaid('Copying was refused by the browser'),
    );
  }
  const start = () => slices.run(copy());
  if (!words) {
    const Icon = said === undefined ? IconCopy : IconCheck;
    return (
      <IconButton label={said ?? 'Copy IDs'} onClick={start}>
        <Icon size={16} stroke={1.5} aria-hidden />
      </IconButton>
    );
  }
  return (
    <Button look="plain" icon={<IconCopy size={16} stroke={1.5} aria-hidden />} aria-live="polite" onClick={start}>
      {said ?? 'Copy IDs'}
    </Button>
  );
}

/** Fails where the browser has no clipboard for this page, as well as where it refuses. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** What a button says of itself for a moment, in the place of its own words. */
export function useSaid(): [said: string | undefined, say: (words: string) => void] {
  const [said, setSaid] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = (words: string) => {
    setSaid(words);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaid(undefined), SAID_MS);
  };
  return [said, say];
}
