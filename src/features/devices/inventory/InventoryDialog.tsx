import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import { requestWords } from '#features/devices/filter/filterWords.ts';
import { type Entry, type Inventory, OUTCOMES } from '#fleet/questions/inventory.ts';
import { getReadField, type Reading } from '#fleet/questions/pastedValues.ts';
import { formatCount, pluralize } from '#lib/formatNumber.ts';
import { formatClock } from '#lib/time/time.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { FilePick } from '#ui/inputs/FilePick.tsx';
import { LineField, type LineFieldHandle } from '#ui/inputs/LineField.tsx';
import { Dialog } from '#ui/overlays/panel.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './InventoryDialog.module.css';
import { InventoryOutcome, useShowPasted } from './InventoryOutcome.tsx';
import { lineMark, nextMarked } from './lineMarks.ts';
import { saveInventory } from './saveInventory.ts';

const READ_AS: Record<string, string> = {
  any: 'Read as IDs and e-mails of admins',
  ids: 'Read as IDs',
  emails: 'Read as e-mails of admins',
};

function describeReading(reading: Reading): string {
  return `${READ_AS[reading] ?? `Read as ${getReadField(reading)}`}, in upper or lower case.`;
}

export function InventoryDialog() {
  const { setReconciling } = useDevices();
  const { pasted } = useDeviceList();
  const { text, reading, found } = pasted;
  const onShow = useShowPasted();
  const [ordered, setOrdered] = useState(false);
  const field = useRef<LineFieldHandle>(null);
  const result = found?.inventory;
  // results of an earlier text are not announced
  const current = found?.text === text && found.reading === reading ? result : undefined;
  const compared = current && `${pluralize(current.entries.length, 'entry', 'entries')} compared`;
  useAnnouncement(
    current &&
      `${compared}: ${listCounted(current)
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
          <span
            className={`${classes['note']} ${shared['small']} ${classes['against']}`}
          >{`your list against ${formatCount(found.fleet.count)} devices, as of ${formatClock(found.fleet.fetchedAt)}`}</span>
        ),
        footer: (
          <>
            <Button look="primary" disabled={!current?.rows.count} onClick={() => onShow(true, true, ordered)}>
              {`Show the ${current ? pluralize(current.rows.count, 'device') : 'devices'} found`}
            </Button>
            <Checkbox label="in the order of your list" checked={ordered} onCheck={setOrdered} />
            <Button disabled={!current?.entries.length} onClick={() => void saveInventory(pasted)}>
              {exportWords(current?.entries.length)}
            </Button>
            <span className={`${classes['note']} ${shared['small']} ${classes['took']}`}>
              {found ? `Compared in this browser in ${formatCount(Math.round(found.ms))} ms; nothing was sent.` : ''}
            </span>
          </>
        ),
      }}
    >
      <div className={classes['sides']}>
        <PastedText field={field} />
        <section className={`${classes['side']} ${shared['column']}`} aria-label="Result">
          {!result && <p className={classes['start']}>{text.trim() ? 'comparing…' : 'Paste a list to compare it.'}</p>}
          {result && <Result result={result} onLine={(line) => field.current?.goTo(line)} />}
        </section>
      </div>
    </Dialog>
  );
}

function exportWords(entries: number | undefined): string {
  if (entries === undefined) return 'Export all entries';
  return entries === 1 ? 'Export 1 entry' : `Export all ${formatCount(entries)} entries`;
}

type ResultProps = { result: Inventory; onLine: (line: number) => void };

function listCounted({ counts }: Inventory) {
  return OUTCOMES.filter((outcome) => counts[outcome] > 0);
}

function Result({ result, onLine }: ResultProps) {
  const { request } = useDevices();
  const { counts, entries, reading } = result;
  const asked = requestWords(request);
  // most lists have no heading
  const told = OUTCOMES.filter((outcome) => outcome !== 'heading' || counts.heading > 0);
  return (
    <>
      <p className={`${classes['head']} ${shared['wrap']} ${shared['told']}`}>
        <b>Result</b> {pluralize(entries.length, 'entry', 'entries')}
      </p>
      <div className={`${classes['result']} ${shared['scroll']}`}>
        <div className={classes['bar']} aria-hidden>
          {listCounted(result).map((outcome) => (
            <i key={outcome} data-outcome={outcome} style={{ flexGrow: counts[outcome] }} />
          ))}
        </div>
        <p className={`${classes['note']} ${shared['small']}`}>
          {describeReading(reading)}
          {asked && ` The service was asked for ${asked} alone: no other device can be found.`}
        </p>
        <table className={classes['outcomes']} aria-label="Entries by outcome">
          <tbody>
            {told.map((outcome) => (
              <InventoryOutcome key={outcome} outcome={outcome} onLine={onLine} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const LINES_NAMED = 4;

type ReadingOption = { value: Reading; label: string };

const READINGS: readonly ReadingOption[] = [
  { value: 'any', label: 'IDs or e-mails' },
  { value: 'ids', label: 'IDs alone' },
  { value: 'emails', label: 'e-mails alone' },
];

const READ_OTHERWISE = new Set(['deviceID', 'admin']);

/** Returns the ways to read a list; marks the best match if the user chose none. */
function useReadings(best: Reading | undefined): readonly ReadingOption[] {
  const { heads } = useDevices().fields;
  return useMemo(() => {
    const fields = heads.filter(
      ({ name, storage }) => !READ_OTHERWISE.has(name) && (storage === 'text' || storage === 'number'),
    );
    const options = [...READINGS, ...fields.map(({ name }) => ({ value: `field:${name}` as const, label: name }))];
    return options.map((option) =>
      option.value === best ? { ...option, label: `${option.label} (best match)` } : option,
    );
  }, [heads, best]);
}

const NO_ENTRIES: readonly Entry[] = [];

const WORDS = {
  label: 'Your list',
  placeholder: 'IDs, e-mails, serial numbers or names, one a line or separated by commas, semicolons or tabs, or JSON',
};

function PastedText({ field }: { field: RefObject<LineFieldHandle | null> }) {
  const { text, setText, reading, setReading, found } = useDeviceList().pasted;
  const entries = found?.inventory.entries ?? NO_ENTRIES;
  const lines = useMemo(() => countLines(text), [text]);
  const read = found?.inventory.reading ?? 'any';
  const options = useReadings(reading === undefined && text.trim() !== '' ? found?.inventory.reading : undefined);
  const markOf = useCallback((line: number) => lineMark(entries, line, read), [entries, read]);
  const goOn = () => {
    const next = nextMarked(entries, field.current?.line() ?? 0);
    if (next !== undefined) field.current?.goTo(next);
  };
  const { unreadable = 0, 'not found': missing = 0 } = found?.inventory.counts ?? {};
  return (
    <div className={`${classes['side']} ${shared['column']}`}>
      <div className={`${classes['head']} ${shared['wrap']} ${shared['told']}`}>
        <b>Your list</b>
        <span className={`${classes['note']} ${shared['small']}`}>{pluralize(lines, 'line')}</span>
        <span className={`${classes['reading']} ${shared['row']}`}>
          <span aria-hidden>Read as</span>
          <Pick aria-label="Read as" options={options} value={reading ?? read} standard="any" onPick={setReading} />
        </span>
      </div>
      <LineField ref={field} className={classes['text']} words={WORDS} text={text} onType={setText} markOf={markOf} />
      <div className={`${classes['strip']} ${shared['foot']} ${shared['wrap']} ${shared['small']}`}>
        {unreadable > 0 ? (
          <span className={shared['attention']}>
            {`${pluralize(unreadable, 'line')} unreadable: ${linesOf(entries, unreadable)}`}
          </span>
        ) : (
          missing > 0 && <span>{`${formatCount(missing)} not found`}</span>
        )}
        {unreadable + missing > 0 && (
          <Button look="link" aria-label="Next line to look at" onClick={goOn}>
            Next
          </Button>
        )}
        <span className={`${classes['stripEnd']} ${shared['row']}`}>
          <FilePick
            className={classes['file']}
            accept=".txt,.csv,.tsv,.json,.ndjson,text/*,application/json"
            onPick={async (file) => setText(await file.text())}
          >
            Open a file
          </FilePick>
          <Button look="link" disabled={text === ''} onClick={() => setText('')}>
            Empty
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

function linesOf(entries: readonly Entry[], count: number): string {
  const numbers: string[] = [];
  for (const { line, outcome } of entries) {
    if (outcome !== 'unreadable') continue;
    numbers.push(formatCount(line));
    if (numbers.length === LINES_NAMED) break;
  }
  return numbers.join('; ') + (count > numbers.length ? ' …' : '');
}
