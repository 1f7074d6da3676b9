import { useCallback, useMemo, useState } from 'react';
import { JOINED_INVENTORY_FIELD } from '#contract/device.ts';
import { useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import type { Fleet } from '#fleet/model/fleet.ts';
import { describeIdDifference, findSimilarIds } from '#fleet/queries/findSimilarIds.ts';
import type { EntryOutcome, InventoryEntry } from '#fleet/queries/reconcileInventory.ts';
import { findMatchKeyField, type MatchKey } from '#fleet/queries/valueLookup.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { useTimeSlicedResult } from '#ui/browser/useTimeSlicedResult.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CopyButton } from '#ui/controls/CopyButton.tsx';
import shared from '#ui/theme/shared.module.css';
import { HighlightedText } from '#ui/values/HighlightedText.tsx';
import { exportInventoryCsv } from './exportInventoryCsv.ts';
import { getMatchKeyTexts } from './lineNotes.ts';
import classes from './ReconcileDialog.module.css';

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
      {outcome === 'not found' && count > 0 && pasted.found && (
        <tr>
          <td colSpan={3}>
            <NotFoundEntries
              reading={pasted.found.inventory.matchKey}
              entries={ownEntries}
              fleet={pasted.found.fleet}
              onLine={onGoToLine}
              onUse={(entry, id) => pasted.setText(replaceEntry(pasted.text, entry, id))}
            />
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
    const own = { [JOINED_INVENTORY_FIELD]: [listed ? 'listed' : 'not listed'] };
    setReconciling(false);
    if (alone) {
      setSearch('');
      setOnlySelected(false);
    }
    const filtered = alone ? { search: '', ranges: {}, facets: own } : { facets: { ...filters.facets, ...own } };
    go.to({ ...filtered, ...(ordered && { sort: [{ field: JOINED_INVENTORY_FIELD, descending: false }] }) });
  };
}

function replaceEntry(text: string, { line, at: start, text: entry }: InventoryEntry, id: string): string {
  // the capture group keeps line ends as every second part
  const parts = text.split(/(\r\n|\r|\n)/);
  const at = 2 * (line - 1);
  const own = parts[at] ?? '';
  parts[at] = own.slice(0, start) + own.slice(start).replace(entry, () => id);
  return parts.join('');
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

type NotFoundEntriesProps = {
  reading: MatchKey;
  entries: readonly InventoryEntry[];
  fleet: Fleet;
  onLine: (line: number) => void;
  onUse: (entry: InventoryEntry, id: string) => void;
};

function NotFoundEntries({ reading, entries, fleet, onLine, onUse }: NotFoundEntriesProps) {
  const field = findMatchKeyField(reading);
  const [limit, setLimit] = useState(PAGE_SIZE);
  const listed = entries.slice(0, limit);
  const texts = listed.map(({ text }) => text).join('\n');
  const similarIds = useTimeSlicedResult(
    useCallback(() => findSimilarIds(fleet, texts.split('\n'), field), [fleet, texts, field]),
  );
  const further = entries.length - listed.length;
  return (
    <div className={classes['entries']}>
      <ol>
        {listed.map((entry) => (
          <NotFoundEntry
            key={`${entry.line} ${entry.text}`}
            entry={entry}
            reading={reading}
            similarIds={similarIds && (similarIds.get(entry.text) ?? [])}
            onLine={onLine}
            onUse={onUse}
          />
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

type NotFoundEntryProps = Pick<NotFoundEntriesProps, 'reading' | 'onLine' | 'onUse'> & {
  entry: InventoryEntry;
  similarIds: readonly string[] | undefined;
};

function NotFoundEntry({ entry, reading, similarIds, onLine, onUse }: NotFoundEntryProps) {
  const id = similarIds?.length === 1 ? similarIds[0] : undefined;
  const text = entry.text.slice(0, TEXT_LENGTH_MAX);
  const difference = id === undefined ? undefined : describeIdDifference(entry.text, id);
  return (
    <li>
      <code translate="no">{difference ? <HighlightedText text={text} {...difference.typedRange} /> : text}</code>{' '}
      <Button variant="link" size="row" onClick={() => onLine(entry.line)}>
        {`line ${formatCount(entry.line)}`}
      </Button>{' '}
      {id !== undefined && difference ? (
        <>
          <span>
            similar to{' '}
            <code translate="no">
              <HighlightedText text={id} {...difference.idRange} />
            </code>
            {`, ${difference.description}`}
          </span>{' '}
          <Button variant="link" size="row" aria-label={`Use ${toVisibleText(id)}`} onClick={() => onUse(entry, id)}>
            Use
          </Button>
        </>
      ) : (
        <span className={`${classes['note']} ${shared['small']}`}>
          {similarIds && describeSimilarIds(similarIds, getMatchKeyTexts(reading).valueName)}
        </span>
      )}
    </li>
  );
}

/** Suggests the most similar ID. Suggests none if several are equally similar. */
function describeSimilarIds([first, ...others]: readonly string[], what: string): string {
  if (first === undefined) return `no similar ${what}`;
  const many = what === 'ID' ? 'IDs' : 'values';
  return `${formatCount(1 + others.length)} similar ${many}, such as ${first}`;
}
