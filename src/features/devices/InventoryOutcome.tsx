import type { Entry, Outcome, Reading } from '#fleet/inventory.ts';
import { formatCount } from '#lib/counts.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import classes from './InventoryDialog.module.css';
import { NotFound } from './NotFound.tsx';
import { saveInventory } from './saveInventory.ts';
import type { PastedList } from './useInventory.ts';

/** Lines that are named by their numbers; all of them are in the file. */
const LINES_NAMED = 12;

const UNKNOWN: Record<Reading, { missing: string; unreadable: string }> = {
  any: { missing: 'no device has the ID, and no admin the e-mail', unreadable: 'no ID, no e-mail' },
  ids: { missing: 'no device has the ID', unreadable: 'no ID' },
  emails: { missing: 'no admin has the e-mail', unreadable: 'no e-mail' },
};

type Props = {
  outcome: Outcome;
  pasted: PastedList;
  /** Shows the devices that are listed, or those that are not, whatever else hides them when `alone`. */
  onShow: (listed: boolean, alone: boolean) => void;
  onLine: (line: number) => void;
};

/** What became of some of the entries, how many these are, and what can be done with them. */
export function InventoryOutcome({ outcome, pasted, onShow, onLine }: Props) {
  const { inventory } = pasted.found ?? {};
  const count = inventory?.counts[outcome] ?? 0;
  const own = (inventory?.entries ?? []).filter((entry) => entry.outcome === outcome);
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
        <span className={classes['note']}>{note}</span>
      </span>
      {count > 0 && (
        <span className={classes['tools']}>
          {outcome === 'hidden' && (
            <Button look="link" onClick={() => onShow(true, true)}>
              Show them
            </Button>
          )}
          {(outcome === 'duplicate' || outcome === 'unreadable') && first && (
            <Button look="link" onClick={() => onLine(first.line)}>{`Go to line ${formatCount(first.line)}`}</Button>
          )}
          {outcome === 'not found' && (
            <CopyButton label="Copy those not found" text={own.map(({ text }) => text).join('\n')} />
          )}
          <Button
            aria-label={`Export ${formatCount(count)} ${outcome}`}
            onClick={() => void saveInventory(pasted, outcome)}
          >
            {`Export ${formatCount(count)}`}
          </Button>
        </span>
      )}
      {outcome === 'not found' && count > 0 && pasted.found && (
        <NotFound
          entries={own}
          fleet={pasted.found.fleet}
          onUse={(entry, id) => pasted.setText(withId(pasted.text, entry, id))}
        />
      )}
      {outcome === 'unreadable' && count > 1 && <p className={classes['entries']}>{`lines ${linesOf(own)}`}</p>}
    </li>
  );
}

/** The pasted text with an ID in the place of an entry. */
function withId(text: string, { line, text: entry }: Entry, id: string): string {
  // every second part is the end of a line
  const parts = text.split(/(\r\n|\r|\n)/);
  const at = 2 * (line - 1);
  parts[at] = (parts[at] ?? '').replace(entry, () => id);
  return parts.join('');
}

/** The numbers of the first lines. */
function linesOf(entries: readonly Entry[]): string {
  const numbers = entries.slice(0, LINES_NAMED).map(({ line }) => formatCount(line));
  const further = entries.length - numbers.length;
  return numbers.join('; ') + (further > 0 ? ` and ${formatCount(further)} more` : '');
}

function wordsOf(outcome: Outcome, reading: Reading): { title: string; note: string } {
  const { missing, unreadable } = UNKNOWN[reading];
  switch (outcome) {
    case 'found':
      return { title: 'Found', note: 'shown in the list' };
    case 'hidden':
      return {
        title: 'Found, hidden by your filters',
        note: 'drop a filter to see them, or show the listed ones alone',
      };
    case 'not found':
      return { title: 'Not found', note: missing };
    case 'duplicate':
      return { title: 'Duplicates', note: 'counted once, at their first line' };
    case 'unreadable':
      return { title: 'Unreadable', note: `${unreadable}: left as they are, never guessed` };
  }
}
