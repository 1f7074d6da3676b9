import { useMemo, useState } from 'react';
import { PASTED_LIST_FIELD } from '#contract/device.ts';
import { useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import type { EntryOutcome, InventoryEntry } from '#fleet/queries/reconcileInventory.ts';
import type { MatchKey } from '#fleet/queries/valueLookup.ts';
import { formatCsvLine } from '#lib/csv.ts';
import { saveTextFile } from '#lib/fileWriter.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CopyButton } from '#ui/controls/CopyButton.tsx';
import shared from '#ui/theme/shared.module.css';
import { getMatchKeyTexts } from './lineNotes.ts';
import classes from './ReconcileDialog.module.css';
import type { InventoryState } from './useInventory.ts';

type Props = { outcome: EntryOutcome; onGoToLine: (line: number) => void };

export function InventoryOutcomeRow({ outcome, onGoToLine }: Props) {
  const { pasted } = useDeviceList();
  const onShow = useFilterByInventory();
  const { inventory, hiddenByFilter } = pasted.found ?? {};
  const count = inventory?.counts[outcome] ?? 0;
  const unlisted = outcome === 'found' ? (inventory?.unlisted ?? 0) : 0;
  const entries = inventory?.entries;
  const ownEntries = useMemo(() => (entries ?? []).filter((entry) => entry.outcome === outcome), [entries, outcome]);
  const { title, note } = describeOutcome(outcome, inventory?.matchKey ?? 'any');
  const [first] = ownEntries;
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
            {outcome === 'hidden' && count > 0 ? describeHidingFilters(hiddenByFilter, count) : note}
            {unlisted > 0 &&
              `; ${formatCountWithNoun(unlisted, 'shown device is', 'shown devices are')} not in your list`}
          </span>
        </th>
        <td>
          {(count > 0 || unlisted > 0) && (
            <span className={`${classes['tools']} ${shared['row']}`}>
              {unlisted > 0 && (
                <Button
                  variant="link"
                  aria-label={`Show the ${formatCountWithNoun(unlisted, 'shown device that is', 'shown devices that are')} not in your list`}
                  onClick={() => onShow(false, false)}
                >
                  {`Show the ${formatCount(unlisted)}`}
                </Button>
              )}
              {outcome === 'hidden' && <Button onClick={() => onShow(true, true)}>Show them</Button>}
              {(outcome === 'duplicate' || outcome === 'unreadable') && first && (
                <Button variant="link" onClick={() => onGoToLine(first.line)}>
                  {`Go to line ${formatCount(first.line)}`}
                </Button>
              )}
              {outcome === 'not found' && (
                <CopyButton
                  label="Copy entries not found"
                  text={async () => ownEntries.map(({ text }) => text).join('\n')}
                />
              )}
              {count > 0 && (
                <Button
                  aria-label={`Export ${formatCount(count)} ${outcome}`}
                  onClick={() => void exportInventoryCsv(pasted, outcome)}
                >
                  {`Export ${formatCount(count)}`}
                </Button>
              )}
            </span>
          )}
        </td>
      </tr>
      {outcome === 'not found' && count > 0 && (
        <tr>
          <td colSpan={3}>
            <NotFoundEntries entries={ownEntries} onGoToLine={onGoToLine} />
          </td>
        </tr>
      )}
    </>
  );
}

export function useFilterByInventory() {
  const { filters, go, setSearch, setOnlySelected, setReconciling } = useDevicesPage();
  /** `alone` removes all other filters. `ordered` sorts by the order of the pasted text. */
  return (listed: boolean, alone: boolean, ordered = false) => {
    const own = { [PASTED_LIST_FIELD]: [listed ? 'listed' : 'not listed'] };
    setReconciling(false);
    if (alone) {
      setSearch('');
      setOnlySelected(false);
    }
    const filtered = alone ? { search: '', ranges: {}, facets: own } : { facets: { ...filters.facets, ...own } };
    go.to({ ...filtered, ...(ordered && { sort: [{ field: PASTED_LIST_FIELD, descending: false }] }) });
  };
}

function describeHidingFilters(hiding: ReadonlyMap<string, number> | undefined, hidden: number): string {
  const shares = [...(hiding ?? [])].filter(([, count]) => count > 0);
  const words = shares.map(
    ([key, count], at) => `${describeFilterKey(key)} ${at === 0 ? 'hides ' : ''}${formatCount(count)}`,
  );
  const sum = shares.reduce((total, [, count]) => total + count, 0);
  return words.join(', ') + (shares.length > 1 && sum > hidden ? '; some are hidden by several filters' : '');
}

function describeFilterKey(key: string): string {
  const [kind = '', ...field] = key.split(' ');
  if (kind === 'search') return 'the search';
  return kind === 'set' ? '“Show only these”' : field.join(' ');
}

function describeOutcome(outcome: EntryOutcome, reading: MatchKey) {
  const { missing, unreadable } = getMatchKeyTexts(reading);
  const words: Record<EntryOutcome, { title: string; note: string }> = {
    found: { title: 'Found', note: 'shown in the list' },
    hidden: { title: 'Found, hidden by your filters', note: 'no filter hides any of them' },
    'not found': { title: 'Not found', note: missing },
    duplicate: { title: 'Duplicates', note: 'counted once, at the first line' },
    unreadable: {
      title: 'Unreadable',
      note: `${unreadable}: ignored`,
    },
    heading: { title: 'Heading', note: 'column heading, ignored' },
  };
  return words[outcome];
}

const PAGE_SIZE = 20;

const TEXT_LENGTH_MAX = 200;

type NotFoundEntriesProps = { entries: readonly InventoryEntry[]; onGoToLine: (line: number) => void };

function NotFoundEntries({ entries, onGoToLine }: NotFoundEntriesProps) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const listed = entries.slice(0, limit);
  const further = entries.length - listed.length;
  return (
    <div className={classes['entries']}>
      <ol>
        {listed.map(({ line, text }) => (
          <li key={`${line} ${text}`}>
            <code translate="no">{text.slice(0, TEXT_LENGTH_MAX)}</code>{' '}
            <Button variant="link" size="row" onClick={() => onGoToLine(line)}>
              {`line ${formatCount(line)}`}
            </Button>
          </li>
        ))}
      </ol>
      {further > 0 && (
        <Button variant="link" onClick={() => setLimit(limit + PAGE_SIZE)}>
          {further > PAGE_SIZE
            ? `${formatCount(PAGE_SIZE)} of ${formatCount(further)} more`
            : `${formatCount(further)} more`}
        </Button>
      )}
    </div>
  );
}

export async function exportInventoryCsv({ found }: InventoryState, outcome?: EntryOutcome): Promise<void> {
  const entries = found?.inventory.entries.filter((entry) => !outcome || entry.outcome === outcome) ?? [];
  const lines = entries.map((entry) => formatCsvLine([String(entry.line), entry.text, entry.outcome]));
  const name = `${PASTED_LIST_FIELD}${outcome ? `-${outcome.replace(' ', '-')}` : ''}.csv`;
  await saveTextFile(name, 'text/csv', formatCsvLine(['line', 'entry', 'outcome']) + lines.join(''));
}
