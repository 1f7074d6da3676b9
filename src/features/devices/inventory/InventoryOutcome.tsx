import { useMemo } from 'react';
import { useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import { INVENTORY } from '#fleet/model/joined.ts';
import type { Entry, Outcome, Reading } from '#fleet/questions/inventory.ts';
import { counted, formatCount } from '#lib/counts.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CopyButton } from '#ui/controls/CopyButton.tsx';
import classes from './InventoryDialog.module.css';
import { UNKNOWN } from './lineMarks.ts';
import { NotFound } from './NotFound.tsx';
import { saveInventory } from './saveInventory.ts';

type Props = {
  outcome: Outcome;
  onLine: (line: number) => void;
};

/** What became of some of the entries, how many these are, and what can be done with them. */
export function InventoryOutcome({ outcome, onLine }: Props) {
  const { pasted } = useDeviceList();
  const onShow = useShowPasted();
  const { inventory, hiding } = pasted.found ?? {};
  const count = inventory?.counts[outcome] ?? 0;
  const unlisted = outcome === 'found' ? (inventory?.unlisted ?? 0) : 0;
  const entries = inventory?.entries;
  const own = useMemo(() => (entries ?? []).filter((entry) => entry.outcome === outcome), [entries, outcome]);
  const { title, note } = wordsOf(outcome, pasted.reading);
  const [first] = own;
  return (
    <li>
      <b className={classes['count']}>
        <i data-outcome={outcome} aria-hidden />
        {formatCount(count)}
      </b>
      <span>
        {title}
        <span className={classes['note']}>
          {outcome === 'hidden' && count > 0 ? sharesInWords(hiding, count) : note}
          {unlisted > 0 && `; ${counted(unlisted, 'shown device is', 'shown devices are')} not in yours`}
        </span>
      </span>
      {(count > 0 || unlisted > 0) && (
        <span className={classes['tools']}>
          {unlisted > 0 && <ShowUnlisted count={unlisted} onShow={() => onShow(false, false)} />}
          {outcome === 'hidden' && <Button onClick={() => onShow(true, true)}>Show them</Button>}
          {(outcome === 'duplicate' || outcome === 'unreadable') && first && (
            <Button look="link" onClick={() => onLine(first.line)}>{`Go to line ${formatCount(first.line)}`}</Button>
          )}
          {outcome === 'not found' && (
            <CopyButton label="Copy those not found" text={async () => own.map(({ text }) => text).join('\n')} />
          )}
          {count > 0 && (
            <Button
              aria-label={`Export ${formatCount(count)} ${outcome}`}
              onClick={() => void saveInventory(pasted, outcome)}
            >
              {`Export ${formatCount(count)}`}
            </Button>
          )}
        </span>
      )}
      {outcome === 'not found' && count > 0 && pasted.found && (
        <NotFound
          entries={own}
          fleet={pasted.found.fleet}
          onLine={onLine}
          onUse={(entry, id) => pasted.setText(withId(pasted.text, entry, id))}
        />
      )}
    </li>
  );
}

/** Closes the dialog and shows the devices that were pasted, or the others; `alone` whatever else was filtered by. */
export function useShowPasted() {
  const { filters, go, setSearch, setReconciling } = useDevices();
  return (listed: boolean, alone: boolean) => {
    const own = { [INVENTORY]: [listed ? 'listed' : 'not listed'] };
    setReconciling(false);
    if (alone) setSearch('');
    go.to(alone ? { search: '', ranges: {}, facets: own } : { facets: { ...filters.facets, ...own } });
  };
}

function ShowUnlisted({ count, onShow }: { count: number; onShow: () => void }) {
  const words = `Show the ${formatCount(count)}`;
  return (
    <Button
      look="link"
      aria-label={`${words} shown ${count === 1 ? 'device that is' : 'devices that are'} not in your list`}
      onClick={onShow}
    >
      {words}
    </Button>
  );
}

/** The pasted text with an ID in the place of an entry. */
function withId(text: string, { line, at: start, text: entry }: Entry, id: string): string {
  // every second part is the end of a line
  const parts = text.split(/(\r\n|\r|\n)/);
  const at = 2 * (line - 1);
  const own = parts[at] ?? '';
  parts[at] = own.slice(0, start) + own.slice(start).replace(entry, () => id);
  return parts.join('');
}

/** How many of the hidden devices each filter hides. */
function sharesInWords(hiding: ReadonlyMap<string, number> | undefined, hidden: number): string {
  const shares = [...(hiding ?? [])].filter(([, count]) => count > 0);
  const words = shares.map(([key, count], at) => `${filterName(key)} ${at === 0 ? 'hides ' : ''}${formatCount(count)}`);
  const sum = shares.reduce((total, [, count]) => total + count, 0);
  return words.join(', ') + (shares.length > 1 && sum > hidden ? '; some are hidden by several' : '');
}

/** A filter as the view names it, in words. */
function filterName(key: string): string {
  const [kind = '', ...field] = key.split(' ');
  if (kind === 'search') return 'the search';
  return kind === 'set' ? '“Show selected only”' : field.join(' ');
}

function wordsOf(outcome: Outcome, reading: Reading): { title: string; note: string } {
  const { missing, unreadable } = UNKNOWN[reading];
  switch (outcome) {
    case 'found':
      return { title: 'Found', note: 'shown in the list' };
    case 'hidden':
      return { title: 'Found, hidden by your filters', note: 'no filter hides any of them' };
    case 'not found':
      return { title: 'Not found', note: missing };
    case 'duplicate':
      return { title: 'Duplicates', note: 'counted once, at their first line' };
    case 'unreadable':
      return { title: 'Unreadable', note: `${unreadable}: left as they are, never guessed` };
    case 'heading':
      return { title: 'Heading', note: 'names what stands below, and is not looked for' };
  }
}
