import { useState } from 'react';
import { CHANGES, type Changes } from '#fleet/changes.ts';
import { formatCount } from '#lib/counts.ts';
import { formatClock } from '#lib/time.ts';
import { Button } from '#ui/Button.tsx';
import { loaded } from '#ui/loaded.tsx';
import { NoticeLine } from '#ui/NoticeLine.tsx';
import type { Pending } from './useChanges.ts';

const ChangeDialog = loaded(async () => (await import('./ChangeDialog.tsx')).ChangeDialog);

/** What a refresh found; the rows stay as they are until it is applied. */
export function ChangeNotice({ pending, onApply }: { pending: Pending; onApply: () => void }) {
  const [listed, setListed] = useState(false);
  const { changes, later } = pending;
  const words = `${formatCount(changes.total)} changed`;
  return (
    <>
      <NoticeLine
        title={words}
        action={{ label: 'Apply', run: onApply }}
        further={
          <Button look="link" onClick={() => setListed(true)}>
            List them
          </Button>
        }
      >
        {`at ${formatClock(later.fleet.fetchedAt)}: ${changesInWords(changes)}. Rows stay as they are until you apply.`}
      </NoticeLine>
      {listed && <ChangeDialog pending={pending} title={words} onApply={onApply} onClose={() => setListed(false)} />}
    </>
  );
}

/** `3 came online, 1 new, 2 gone`; a device may have changed in several ways. */
function changesInWords({ counts, gone }: Changes): string {
  const parts = CHANGES.flatMap((change) => {
    const count = counts.get(change) ?? 0;
    return count > 0 ? [{ change, count }] : [];
  });
  const [fresh, others] = [
    parts.filter(({ change }) => change === 'new'),
    parts.filter(({ change }) => change !== 'new'),
  ];
  const all = [...others, ...fresh, ...(gone.count > 0 ? [{ change: 'gone', count: gone.count }] : [])];
  return all.map(({ change, count }) => `${formatCount(count)} ${change}`).join(', ');
}
