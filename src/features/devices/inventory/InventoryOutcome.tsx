import { useCallback, useMemo, useState } from 'react';
import { useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import type { Fleet } from '#fleet/model/fleet.ts';
import { INVENTORY } from '#fleet/model/joined.ts';
import type { Entry, Outcome } from '#fleet/questions/inventory.ts';
import { idDifference, nearestIds } from '#fleet/questions/nearestIds.ts';
import { getReadField, type Reading } from '#fleet/questions/pastedValues.ts';
import { formatCount, pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import { useSlices } from '#ui/browser/useSlices.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CopyButton } from '#ui/controls/CopyButton.tsx';
import shared from '#ui/theme/shared.module.css';
import { Marked } from '#ui/values/Marked.tsx';
import classes from './InventoryDialog.module.css';
import { describeUnknown } from './lineMarks.ts';
import { saveInventory } from './saveInventory.ts';

type Props = { outcome: Outcome; onLine: (line: number) => void };

export function InventoryOutcome({ outcome, onLine }: Props) {
  const { pasted } = useDeviceList();
  const onShow = useShowPasted();
  const { inventory, hiding } = pasted.found ?? {};
  const count = inventory?.counts[outcome] ?? 0;
  const unlisted = outcome === 'found' ? (inventory?.unlisted ?? 0) : 0;
  const entries = inventory?.entries;
  const own = useMemo(() => (entries ?? []).filter((entry) => entry.outcome === outcome), [entries, outcome]);
  const { title, note } = wordsOf(outcome, inventory?.reading ?? 'any');
  const [first] = own;
  return (
    <>
      <tr data-none={count === 0 || undefined}>
        <td className={classes['count']}>
          <i data-outcome={outcome} aria-hidden />
          {formatCount(count)}
        </td>
        <th scope="row">
          {title}
          <span className={`${classes['note']} ${shared['small']}`}>
            {outcome === 'hidden' && count > 0 ? sharesInWords(hiding, count) : note}
            {unlisted > 0 && `; ${pluralize(unlisted, 'shown device is', 'shown devices are')} not in yours`}
          </span>
        </th>
        <td>
          {(count > 0 || unlisted > 0) && (
            <span className={`${classes['tools']} ${shared['row']}`}>
              {unlisted > 0 && (
                <Button
                  look="link"
                  aria-label={`Show the ${pluralize(unlisted, 'shown device that is', 'shown devices that are')} not in your list`}
                  onClick={() => onShow(false, false)}
                >
                  {`Show the ${formatCount(unlisted)}`}
                </Button>
              )}
              {outcome === 'hidden' && <Button onClick={() => onShow(true, true)}>Show them</Button>}
              {(outcome === 'duplicate' || outcome === 'unreadable') && first && (
                <Button
                  look="link"
                  onClick={() => onLine(first.line)}
                >{`Go to line ${formatCount(first.line)}`}</Button>
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
        </td>
      </tr>
      {outcome === 'not found' && count > 0 && pasted.found && (
        <tr>
          <td colSpan={3}>
            <NotFound
              reading={pasted.found.inventory.reading}
              entries={own}
              fleet={pasted.found.fleet}
              onLine={onLine}
              onUse={(entry, id) => pasted.setText(withId(pasted.text, entry, id))}
            />
          </td>
        </tr>
      )}
    </>
  );
}

export function useShowPasted() {
  const { filters, go, setSearch, setOnlySelected, setReconciling } = useDevices();
  /** `alone`: removes other filters. `ordered`: sorts by the order of the text. */
  return (listed: boolean, alone: boolean, ordered = false) => {
    const own = { [INVENTORY]: [listed ? 'listed' : 'not listed'] };
    setReconciling(false);
    if (alone) {
      setSearch('');
      setOnlySelected(false);
    }
    const filtered = alone ? { search: '', ranges: {}, facets: own } : { facets: { ...filters.facets, ...own } };
    go.to({ ...filtered, ...(ordered && { sort: [{ field: INVENTORY, descending: false }] }) });
  };
}

function withId(text: string, { line, at: start, text: entry }: Entry, id: string): string {
  // the capture group keeps line ends as every second part
  const parts = text.split(/(\r\n|\r|\n)/);
  const at = 2 * (line - 1);
  const own = parts[at] ?? '';
  parts[at] = own.slice(0, start) + own.slice(start).replace(entry, () => id);
  return parts.join('');
}

function sharesInWords(hiding: ReadonlyMap<string, number> | undefined, hidden: number): string {
  const shares = [...(hiding ?? [])].filter(([, count]) => count > 0);
  const words = shares.map(([key, count], at) => `${filterName(key)} ${at === 0 ? 'hides ' : ''}${formatCount(count)}`);
  const sum = shares.reduce((total, [, count]) => total + count, 0);
  return words.join(', ') + (shares.length > 1 && sum > hidden ? '; some are hidden by several' : '');
}

function filterName(key: string): string {
  const [kind = '', ...field] = key.split(' ');
  if (kind === 'search') return 'the search';
  return kind === 'set' ? '“Show only these”' : field.join(' ');
}

function wordsOf(outcome: Outcome, reading: Reading) {
  const { missing, unreadable } = describeUnknown(reading);
  const words: Record<Outcome, { title: string; note: string }> = {
    found: { title: 'Found', note: 'shown in the list' },
    hidden: { title: 'Found, hidden by your filters', note: 'no filter hides any of them' },
    'not found': { title: 'Not found', note: missing },
    duplicate: { title: 'Duplicates', note: 'counted once, at their first line' },
    unreadable: { title: 'Unreadable', note: `${unreadable}: left as they are, never guessed` },
    heading: { title: 'Heading', note: 'names what stands below, and is not looked for' },
  };
  return words[outcome];
}

/** Number of entries listed at first, and added by each "more"; the exported file has all. */
const LISTED = 20;

const SHOWN_MAX = 200;

type NotFoundProps = {
  reading: Reading;
  entries: readonly Entry[];
  fleet: Fleet;
  onLine: (line: number) => void;
  onUse: (entry: Entry, id: string) => void;
};

function NotFound({ reading, entries, fleet, onLine, onUse }: NotFoundProps) {
  const field = getReadField(reading);
  const [most, setMost] = useState(LISTED);
  const listed = entries.slice(0, most);
  const texts = listed.map(({ text }) => text).join('\n');
  const near = useSlices(useCallback(() => nearestIds(fleet, texts.split('\n'), field), [fleet, texts, field]));
  const further = entries.length - listed.length;
  return (
    <div className={classes['entries']}>
      <ol>
        {listed.map((entry) => (
          <Missing
            key={`${entry.line} ${entry.text}`}
            entry={entry}
            reading={reading}
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

type MissingProps = Pick<NotFoundProps, 'reading' | 'onLine' | 'onUse'> & {
  entry: Entry;
  /** Most similar IDs; undefined while the search runs. */
  ids: readonly string[] | undefined;
};

function Missing({ entry, reading, ids, onLine, onUse }: MissingProps) {
  const id = ids?.length === 1 ? ids[0] : undefined;
  const text = entry.text.slice(0, SHOWN_MAX);
  const difference = id === undefined ? undefined : idDifference(entry.text, id);
  return (
    <li>
      <code>{difference ? <Marked text={text} {...difference.ofTyped} /> : text}</code>{' '}
      <Button look="link" size="row" onClick={() => onLine(entry.line)}>{`line ${formatCount(entry.line)}`}</Button>{' '}
      {id !== undefined && difference ? (
        <>
          <span>
            like{' '}
            <code>
              <Marked text={id} {...difference.ofId} />
            </code>
            {`, ${difference.words}`}
          </span>{' '}
          <Button look="link" size="row" aria-label={`Use ${toPlainText(id)}`} onClick={() => onUse(entry, id)}>
            Use
          </Button>
        </>
      ) : (
        <span className={`${classes['note']} ${shared['small']}`}>
          {ids && closeInWords(ids, describeUnknown(reading).isClose)}
        </span>
      )}
    </li>
  );
}

/** With several equally similar IDs none is suggested. */
function closeInWords([first, ...others]: readonly string[], what: string): string {
  if (first === undefined) return `no ${what} is close`;
  const many = what === 'ID' ? 'IDs' : 'values';
  return `${formatCount(1 + others.length)} ${many} are close, such as ${first}`;
}
