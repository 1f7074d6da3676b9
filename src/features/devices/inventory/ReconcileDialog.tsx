import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { useDeviceList, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import { describeServerFilters } from '#features/devices/filter/describeFilters.ts';
import {
  ENTRY_OUTCOMES,
  type InventoryEntry,
  type InventoryReconciliation,
} from '#fleet/queries/reconcileInventory.ts';
import { findMatchKeyField, type MatchKey } from '#fleet/queries/valueLookup.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { formatTimeOfDay } from '#lib/time/time.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { FileButton } from '#ui/inputs/FileButton.tsx';
import { Dialog } from '#ui/overlays/lazyOverlay.tsx';
import shared from '#ui/theme/shared.module.css';
import { exportInventoryCsv, InventoryOutcomeRow, useFilterByInventory } from './InventoryOutcomeRow.tsx';
import { LineEditorField, type LineEditorFieldHandle } from './LineEditorField.tsx';
import { findNextNotedLine, getEntryLineNote } from './lineNotes.ts';
import classes from './ReconcileDialog.module.css';

const READING_DESCRIPTIONS: Record<string, string> = {
  any: 'Compared with device IDs and admin e-mails',
  ids: 'Compared with device IDs',
  emails: 'Compared with admin e-mails',
};

function describeReading(reading: MatchKey): string {
  return `${READING_DESCRIPTIONS[reading] ?? `Compared with ${findMatchKeyField(reading)}`}, ignoring case.`;
}

export function ReconcileDialog() {
  const { setReconciling } = useDevicesPage();
  const { pasted } = useDeviceList();
  const { text, reading, found } = pasted;
  const onShow = useFilterByInventory();
  const [keepsOrder, setKeepsOrder] = useState(false);
  const field = useRef<LineEditorFieldHandle>(null);
  const result = found?.inventory;
  // results of an earlier text are not announced
  const current = found?.text === text && found.reading === reading ? result : undefined;
  const compared = current && `${formatCountWithNoun(current.entries.length, 'entry', 'entries')} compared`;
  useAnnouncement(
    current &&
      `${compared}: ${listOutcomes(current)
        .map((outcome) => `${formatCount(current.counts[outcome])} ${outcome}`)
        .join(', ')}`,
    'inventory',
  );
  return (
    <Dialog
      title="Reconcile"
      opened
      onClose={() => setReconciling(false)}
      size={{ width: 1104, flush: true }}
      frame={{
        aside: found && (
          <span className={`${classes['note']} ${shared['small']} ${classes['comparison']}`}>
            {`compared with ${formatCount(found.fleet.count)} devices, as of ${formatTimeOfDay(found.fleet.fetchedAt)}`}
          </span>
        ),
        footer: (
          <>
            <Button variant="primary" disabled={!current?.rows.count} onClick={() => onShow(true, true, keepsOrder)}>
              {`Show the ${current ? formatCountWithNoun(current.rows.count, 'device') : 'devices'} found`}
            </Button>
            <Checkbox label="in the order of your list" checked={keepsOrder} onCheckedChange={setKeepsOrder} />
            <Button disabled={!current?.entries.length} onClick={() => void exportInventoryCsv(pasted)}>
              {getExportLabel(current?.entries.length)}
            </Button>
            <span className={`${classes['note']} ${shared['small']} ${classes['duration']}`}>
              {found
                ? `Compared in this browser in ${formatCount(Math.round(found.durationMs))} ms; nothing was sent to the service.`
                : ''}
            </span>
          </>
        ),
      }}
    >
      <div className={classes['sides']}>
        <InventoryTextField field={field} />
        <section className={`${classes['side']} ${shared['column']}`} aria-label="Result">
          {!result && <p className={classes['start']}>{text.trim() ? 'comparing…' : 'Paste a list to compare it.'}</p>}
          {result && <InventoryResultPanel result={result} onGoToLine={(line) => field.current?.goToLine(line)} />}
        </section>
      </div>
    </Dialog>
  );
}

function getExportLabel(entries: number | undefined): string {
  if (entries === undefined) return 'Export all entries';
  return entries === 1 ? 'Export 1 entry' : `Export all ${formatCount(entries)} entries`;
}

type InventoryResultPanelProps = { result: InventoryReconciliation; onGoToLine: (line: number) => void };

function listOutcomes({ counts }: InventoryReconciliation) {
  return ENTRY_OUTCOMES.filter((outcome) => counts[outcome] > 0);
}

function InventoryResultPanel({ result, onGoToLine }: InventoryResultPanelProps) {
  const { request } = useDevicesPage();
  const { counts, entries, matchKey } = result;
  const asked = describeServerFilters(request);
  // most lists have no heading
  const listedOutcomes = ENTRY_OUTCOMES.filter((outcome) => outcome !== 'heading' || counts.heading > 0);
  return (
    <>
      <p className={`${classes['head']} ${shared['wrap']} ${shared['summary']}`}>
        <b>Result</b> {formatCountWithNoun(entries.length, 'entry', 'entries')}
      </p>
      <div className={`${classes['result']} ${shared['scroll']}`}>
        <div className={classes['bar']} aria-hidden>
          {listOutcomes(result).map((outcome) => (
            <i key={outcome} data-outcome={outcome} style={{ flexGrow: counts[outcome] }} />
          ))}
        </div>
        <p className={`${classes['note']} ${shared['small']}`}>
          {describeReading(matchKey)}
          {asked && ` Only ${asked} was loaded from the service; other devices cannot be found.`}
        </p>
        <table className={classes['outcomes']} aria-label="Entries by result">
          <tbody>
            {listedOutcomes.map((outcome) => (
              <InventoryOutcomeRow key={outcome} outcome={outcome} onGoToLine={onGoToLine} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const NAMED_LINES_MAX = 4;

type ReadingOption = { value: MatchKey; label: string };

const READING_OPTIONS: readonly ReadingOption[] = [
  { value: 'any', label: 'IDs or e-mails' },
  { value: 'ids', label: 'IDs only' },
  { value: 'emails', label: 'e-mails only' },
];

const EXCLUDED_FIELDS = new Set(['deviceID', 'admin']);

function useReadings(best: MatchKey | undefined): readonly ReadingOption[] {
  const { heads } = useDevicesPage().fields;
  return useMemo(() => {
    const fields = heads.filter(
      ({ name, storage }) => !EXCLUDED_FIELDS.has(name) && (storage === 'text' || storage === 'number'),
    );
    const options = [
      ...READING_OPTIONS,
      ...fields.map(({ name }) => ({ value: `field:${name}` as const, label: name })),
    ];
    return options.map((option) =>
      option.value === best ? { ...option, label: `${option.label} (best match)` } : option,
    );
  }, [heads, best]);
}

const NO_ENTRIES: readonly InventoryEntry[] = [];

const FIELD_TEXTS = {
  label: 'Your list',
  placeholder:
    'IDs, e-mails, serial numbers or names: one per line, or separated by commas, semicolons or tabs, or JSON',
};

function InventoryTextField({ field }: { field: RefObject<LineEditorFieldHandle | null> }) {
  const { text, setText, reading, setReading, found } = useDeviceList().pasted;
  const entries = found?.inventory.entries ?? NO_ENTRIES;
  const lines = useMemo(() => countLines(text), [text]);
  const read = found?.inventory.matchKey ?? 'any';
  const options = useReadings(reading === undefined && text.trim() !== '' ? found?.inventory.matchKey : undefined);
  const getMark = useCallback((line: number) => getEntryLineNote(entries, line, read), [entries, read]);
  const goToNextMark = () => {
    const next = findNextNotedLine(entries, field.current?.line() ?? 0);
    if (next !== undefined) field.current?.goToLine(next);
  };
  const { unreadable = 0, 'not found': missing = 0 } = found?.inventory.counts ?? {};
  return (
    <div className={`${classes['side']} ${shared['column']}`}>
      <div className={`${classes['head']} ${shared['wrap']} ${shared['summary']}`}>
        <b>Your list</b>
        <span className={`${classes['note']} ${shared['small']}`}>{formatCountWithNoun(lines, 'line')}</span>
        <span className={`${classes['reading']} ${shared['row']}`}>
          <span aria-hidden>Match by</span>
          <Select
            aria-label="Match by"
            options={options}
            value={reading ?? read}
            unhighlightedValue="any"
            onValueChange={setReading}
          />
        </span>
      </div>
      <LineEditorField
        ref={field}
        className={classes['text']}
        texts={FIELD_TEXTS}
        text={text}
        onTextChange={setText}
        getLineNote={getMark}
      />
      <div className={`${classes['strip']} ${shared['footer']} ${shared['wrap']} ${shared['small']}`}>
        {unreadable > 0 ? (
          <span className={shared['attention']}>
            {`${formatCountWithNoun(unreadable, 'line')} unreadable: ${formatLineNumbers(entries, unreadable)}`}
          </span>
        ) : (
          missing > 0 && <span>{`${formatCount(missing)} not found`}</span>
        )}
        {unreadable + missing > 0 && (
          <Button variant="link" aria-label="Next line to check" onClick={goToNextMark}>
            Next
          </Button>
        )}
        <span className={`${classes['stripEnd']} ${shared['row']}`}>
          <FileButton
            className={classes['file']}
            accept=".txt,.csv,.tsv,.json,.ndjson,text/*,application/json"
            onFileSelect={async (file) => setText(await file.text())}
          >
            Open a file
          </FileButton>
          <Button variant="link" disabled={text === ''} onClick={() => setText('')}>
            Clear
          </Button>
        </span>
      </div>
    </div>
  );
}

function countLines(text: string): number {
  const end = text.trimEnd();
  if (end === '') return 0;
  let lines = 1;
  for (let at = end.indexOf('\n'); at >= 0; at = end.indexOf('\n', at + 1)) lines++;
  return lines;
}

function formatLineNumbers(entries: readonly InventoryEntry[], count: number): string {
  const numbers: string[] = [];
  for (const { line, outcome } of entries) {
    if (outcome !== 'unreadable') continue;
    numbers.push(formatCount(line));
    if (numbers.length === NAMED_LINES_MAX) break;
  }
  return numbers.join('; ') + (count > numbers.length ? ' …' : '');
}
