import { useState } from 'react';
import { useDevices } from '#features/devices/DevicesPlace.tsx';
import { CHANGES, type Changes } from '#fleet/questions/changes.ts';
import { formatCount } from '#lib/counts.ts';
import { formatClock } from '#lib/time/time.ts';
import { Button } from '#ui/controls/Button.tsx';
import { NoticeLine } from '#ui/notices/NoticeLine.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import type { Pending } from './useChanges.ts';

/** Of kinds whose names follow no number. */
const AFTER_NUMBER: ReadonlyMap<string, string> = new Map([
  ['admin changed', 'with another admin'],
  ['name changed', 'with another name'],
  ['other fields changed', 'with other fields changed'],
]);

/** What a refresh found; the rows stay as they are until it is applied. */
export function ChangeNotice({ pending }: { pending: Pending }) {
  const { apply } = useDevices();
  const [listed, setListed] = useState(false);
  const { changes, later } = pending;
  const words = `${formatCount(changes.total)} changed`;
  return (
    <>
      <NoticeLine
        title={words}
        action={{ label: 'Apply', run: apply }}
        further={
          <Button look="link" onClick={() => setListed(true)}>
            List them
          </Button>
        }
      >
        {`at ${formatClock(later.fleet.fetchedAt)}: ${changesInWords(changes)}. Rows stay as they are until you apply.`}
      </NoticeLine>
      {listed && <ChangeDialog pending={pending} title={words} onClose={() => setListed(false)} />}
    </>
  );
}

/** `3 came online, 1 new, 2 gone`; where devices changed in several ways, it says why that is more than their number. */
function changesInWords({ counts, gone, total }: Changes): string {
  const parts = CHANGES.flatMap((change) => {
    const count = counts.get(change) ?? 0;
    return count > 0 ? [{ change, count }] : [];
  });
  const [fresh, others] = [
    parts.filter(({ change }) => change === 'new'),
    parts.filter(({ change }) => change !== 'new'),
  ];
  const all = [...others, ...fresh, ...(gone.count > 0 ? [{ change: 'gone', count: gone.count }] : [])];
  const sum = all.reduce((counted, { count }) => counted + count, 0);
  const words = all
    .map(({ change, count }) => `${formatCount(count)} ${AFTER_NUMBER.get(change) ?? change}`)
    .join(', ');
  return sum > total ? `${words}; a device with several changes counts in each` : words;
}
