import { useEffect, useState } from 'react';
import type { Fleet } from '#fleet/fleet.ts';
import type { Entry } from '#fleet/inventory.ts';
import { nearestIds } from '#fleet/nearestIds.ts';
import { formatCount } from '#lib/counts.ts';
import { Slices } from '#lib/slices.ts';
import { Button } from '#ui/Button.tsx';
import classes from './InventoryDialog.module.css';

/** Entries listed; all of them are in the file. */
const LISTED = 50;

type Props = {
  entries: readonly Entry[];
  fleet: Fleet;
  /** Puts an ID in the place of an entry. */
  onUse: (entry: Entry, id: string) => void;
};

/** What no device has the ID of, each with the ID that was probably meant. */
export function NotFound({ entries, fleet, onUse }: Props) {
  const listed = entries.slice(0, LISTED);
  const near = useNearest(fleet, listed);
  return (
    <ol className={classes['entries']}>
      {listed.map((entry) => {
        const { text, line } = entry;
        const id = near?.get(text);
        return (
          <li key={`${line} ${text}`}>
            <code>{text.slice(0, 200)}</code> <span className={classes['note']}>{`line ${formatCount(line)}`}</span>{' '}
            {id !== undefined && (
              <>
                like <code>{id}</code>{' '}
                <Button look="link" size="row" aria-label={`Use ${id}`} onClick={() => onUse(entry, id)}>
                  Use it
                </Button>
              </>
            )}
            {near && id === undefined && <span className={classes['note']}>no ID is close</span>}
          </li>
        );
      })}
      {entries.length > LISTED && <li className={classes['note']}>{`${formatCount(entries.length - LISTED)} more`}</li>}
    </ol>
  );
}

function useNearest(fleet: Fleet, listed: readonly Entry[]): ReadonlyMap<string, string> | undefined {
  const [near, setNear] = useState<ReadonlyMap<string, string>>();
  const texts = listed.map(({ text }) => text).join('\n');
  // looked for between frames, beside React
  useEffect(() => {
    const slices = new Slices();
    slices.run(
      (function* () {
        setNear(yield* nearestIds(fleet, texts.split('\n')));
      })(),
    );
    return () => slices.cancel();
  }, [fleet, texts]);
  return near;
}
