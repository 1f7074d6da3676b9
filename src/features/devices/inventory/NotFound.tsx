import { useCallback, useState } from 'react';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { Entry } from '#fleet/questions/inventory.ts';
import { idDifference, nearestIds, type Part } from '#fleet/questions/nearestIds.ts';
import { formatCount } from '#lib/counts.ts';
import { useSlices } from '#ui/browser/useSlices.ts';
import { Button } from '#ui/controls/Button.tsx';
import classes from './InventoryDialog.module.css';

/** Entries listed at first, and as many more each time they are asked for; all of them are in the file. */
const LISTED = 20;

/** Characters of an entry that are shown. */
const SHOWN_MAX = 200;

type Props = {
  entries: readonly Entry[];
  fleet: Fleet;
  onLine: (line: number) => void;
  /** Puts an ID in the place of an entry. */
  onUse: (entry: Entry, id: string) => void;
};

/** What no device has the ID of, each with the ID that was probably meant and how it differs. */
export function NotFound({ entries, fleet, onLine, onUse }: Props) {
  const [most, setMost] = useState(LISTED);
  const listed = entries.slice(0, most);
  const texts = listed.map(({ text }) => text).join('\n');
  const near = useSlices(useCallback(() => nearestIds(fleet, texts.split('\n')), [fleet, texts]));
  const further = entries.length - listed.length;
  return (
    <div className={classes['entries']}>
      <ol>
        {listed.map((entry) => (
          <Missing
            key={`${entry.line} ${entry.text}`}
            entry={entry}
            ids={near && (near.get(entry.text) ?? [])}
            onLine={onLine}
            onUse={onUse}
          />
        ))}
      </ol>
      {further > 0 && (
        <Button look="link" onClick={() => setMost(most + LISTED)}>
          {further > LISTED ? `${formatCount(LISTED)} of ${formatCount(further)} more` : `${formatCount(further)} more`}
        </Button>
      )}
    </div>
  );
}

type MissingProps = Pick<Props, 'onLine' | 'onUse'> & {
  entry: Entry;
  /** Those it is closest to; nothing while these are looked for. */
  ids: readonly string[] | undefined;
};

function Missing({ entry, ids, onLine, onUse }: MissingProps) {
  const id = ids?.length === 1 ? ids[0] : undefined;
  const text = entry.text.slice(0, SHOWN_MAX);
  const difference = id === undefined ? undefined : idDifference(entry.text, id);
  return (
    <li>
      <code>{difference ? <Marked text={text} part={difference.ofTyped} /> : text}</code>{' '}
      <Button look="link" size="row" onClick={() => onLine(entry.line)}>{`line ${formatCount(entry.line)}`}</Button>{' '}
      {id !== undefined && difference ? (
        <>
          <span>
            like{' '}
            <code>
              <Marked text={id} part={difference.ofId} />
            </code>
            {`, ${difference.words}`}
          </span>{' '}
          <Button look="link" size="row" aria-label={`Use ${id}`} onClick={() => onUse(entry, id)}>
            Use it
          </Button>
        </>
      ) : (
        <span className={classes['note']}>{ids && closeInWords(ids)}</span>
      )}
    </li>
  );
}

/** Of several that are equally near none is more likely than the others. */
function closeInWords([first, ...others]: readonly string[]): string {
  return first === undefined ? 'no ID is close' : `${formatCount(1 + others.length)} IDs are close, such as ${first}`;
}

/** A text of which some characters are marked. */
function Marked({ text, part: { from, to } }: { text: string; part: Part }) {
  return (
    <>
      {text.slice(0, from)}
      {to > from && <mark>{text.slice(from, to)}</mark>}
      {text.slice(to)}
    </>
  );
}
