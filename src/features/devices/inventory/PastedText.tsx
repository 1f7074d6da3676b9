import { type ChangeEvent, type RefObject, useCallback, useMemo } from 'react';
import { useDeviceList } from '#features/devices/DevicesPlace.tsx';
import type { Entry, Reading } from '#fleet/questions/inventory.ts';
import { counted, formatCount } from '#lib/counts.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { LineField, type LineFieldHandle } from '#ui/inputs/LineField.tsx';
import classes from './InventoryDialog.module.css';
import { lineMark, nextMarked } from './lineMarks.ts';

/** Lines that are named by their numbers; all of them are in the file. */
const LINES_NAMED = 4;

const READ_AS: readonly { value: Reading; label: string }[] = [
  { value: 'any', label: 'IDs or e-mails' },
  { value: 'ids', label: 'IDs alone' },
  { value: 'emails', label: 'e-mails alone' },
];

const NO_ENTRIES: readonly Entry[] = [];

const WORDS = {
  label: 'Your list',
  placeholder: 'IDs or e-mails, one a line or separated by commas, semicolons or tabs, or JSON',
};

/** The pasted list as it is, with what became of its lines. */
export function PastedText({ field }: { field: RefObject<LineFieldHandle | null> }) {
  const { text, setText, reading, setReading, found } = useDeviceList().pasted;
  const entries = found?.inventory.entries ?? NO_ENTRIES;
  const lines = useMemo(() => countLines(text), [text]);
  const markOf = useCallback((line: number) => lineMark(entries, line, reading), [entries, reading]);
  const goOn = () => {
    const next = nextMarked(entries, field.current?.line() ?? 0);
    if (next !== undefined) field.current?.goTo(next);
  };
  const { unreadable = 0, 'not found': missing = 0 } = found?.inventory.counts ?? {};
  return (
    <div className={classes['side']}>
      <div className={classes['head']}>
        <b>Your list</b>
        <span className={classes['note']}>{counted(lines, 'line')}</span>
        <span className={classes['reading']}>
          <span aria-hidden>Read as</span>
          <Pick aria-label="Read as" options={READ_AS} value={reading} standard="any" onPick={setReading} />
        </span>
      </div>
      <LineField ref={field} className={classes['text']} words={WORDS} text={text} onType={setText} markOf={markOf} />
      <div className={classes['strip']}>
        {unreadable > 0 ? (
          <span className={classes['unread']}>
            {`${counted(unreadable, 'line')} unreadable: ${linesOf(entries, unreadable)}`}
          </span>
        ) : (
          missing > 0 && <span>{`${formatCount(missing)} not found`}</span>
        )}
        {unreadable + missing > 0 && (
          <Button look="link" aria-label="Next line to look at" onClick={goOn}>
            Next
          </Button>
        )}
        <span className={classes['stripEnd']}>
          <OpenFile onText={setText} />
          <Button look="link" disabled={text === ''} onClick={() => setText('')}>
            Empty
          </Button>
        </span>
      </div>
    </div>
  );
}

function OpenFile({ onText }: { onText: (text: string) => void }) {
  const open = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (file) onText(await file.text());
  };
  return (
    <label className={classes['file']}>
      Open a file
      <input
        type="file"
        accept=".txt,.csv,.tsv,.json,.ndjson,text/*,application/json"
        onChange={(event) => void open(event)}
      />
    </label>
  );
}

function countLines(text: string): number {
  const end = text.trimEnd();
  if (end === '') return 0;
  let lines = 1;
  for (let at = end.indexOf('\n'); at >= 0; at = end.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** The numbers of the first unreadable lines. */
function linesOf(entries: readonly Entry[], count: number): string {
  const numbers: string[] = [];
  for (const { line, outcome } of entries) {
    if (outcome !== 'unreadable') continue;
    numbers.push(formatCount(line));
    if (numbers.length === LINES_NAMED) break;
  }
  return numbers.join('; ') + (count > numbers.length ? ' …' : '');
}
