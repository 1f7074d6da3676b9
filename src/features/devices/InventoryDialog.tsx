import { type ChangeEvent, type ClipboardEvent, useRef } from 'react';
import { type Entry, OUTCOMES, type Outcome } from '#fleet/inventory.ts';
import { INVENTORY } from '#fleet/joined.ts';
import { formatCount } from '#lib/counts.ts';
import { csvLine } from '#lib/csv.ts';
import { fileTarget } from '#lib/fileTarget.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import classes from './InventoryDialog.module.css';
import { NotFound } from './NotFound.tsx';
import type { PastedList } from './useInventory.ts';

/** Lines that are named by their numbers; all of them are in the file. */
const LINES_NAMED = 12;

/** Characters that a browser lays out without a pause; of more only the first are shown. */
const EDITED_MOST = 100_000;

const WORDS: Record<Outcome, { title: string; note: string }> = {
  found: { title: 'Found', note: 'shown in the list' },
  hidden: { title: 'Found, hidden by your filters', note: 'drop a filter to see them, or show the listed ones alone' },
  'not found': { title: 'Not found', note: 'no device has the ID, and no admin the e-mail' },
  duplicate: { title: 'Duplicates', note: 'counted once, at their first line' },
  unreadable: { title: 'Unreadable', note: 'no ID, no e-mail: left as they are, never guessed' },
};

type Props = {
  pasted: PastedList;
  /** Shows the devices that are listed, or those that are not, whatever else hides them when `alone`. */
  onShow: (listed: boolean, alone: boolean) => void;
  onClose: () => void;
};

/** A list of IDs or e-mails against the devices that are here. Nothing is sent. */
export function InventoryDialog({ pasted, onShow, onClose }: Props) {
  const { text, setText, found } = pasted;
  const area = useRef<HTMLTextAreaElement>(null);
  const result = found?.inventory;
  const entries = result?.entries ?? [];
  const open = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (file) setText(await file.text());
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd, readOnly } = event.currentTarget;
    const pasted = event.clipboardData.getData('text');
    if (readOnly || text.length + pasted.length <= EDITED_MOST) return;
    // the browser would lay out every line of it
    event.preventDefault();
    setText(text.slice(0, selectionStart) + pasted + text.slice(selectionEnd));
  };
  const goTo = (line: number) => {
    const start = text.split('\n', line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    area.current?.focus();
    area.current?.setSelectionRange(start, start + (text.slice(start).split('\n', 1)[0]?.length ?? 0));
  };
  return (
    <Dialog
      title="Reconcile"
      opened
      onClose={onClose}
      width={1040}
      aside={
        found && (
          <span className={classes['note']}>{`your list against ${formatCount(found.fleet.count)} devices`}</span>
        )
      }
      footer={
        <>
          <Button look="primary" disabled={!result || result.rows.count === 0} onClick={() => onShow(true, true)}>
            {`Show the ${formatCount(result?.rows.count ?? 0)} devices found`}
          </Button>
          <Button disabled={entries.length === 0} onClick={() => void save(pasted)}>
            {`Export all ${formatCount(entries.length)} entries`}
          </Button>
          <span className={classes['note']}>
            {found ? `Compared in this browser in ${formatCount(Math.round(found.ms))} ms; nothing was sent.` : ''}
          </span>
        </>
      }
    >
      <div className={classes['sides']}>
        <div className={classes['side']}>
          <TextArea
            ref={area}
            readOnly={text.length > EDITED_MOST}
            mono
            rows={16}
            aria-label="Your list"
            placeholder="IDs or e-mails, one a line or separated by commas, semicolons or tabs"
            value={text.slice(0, EDITED_MOST)}
            onPaste={paste}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {text.length > EDITED_MOST && (
            <p className={classes['note']}>
              Its beginning: there is more than can be edited here. All of it is compared.
            </p>
          )}
          <div className={classes['tools']}>
            <label className={classes['file']}>
              Open a file
              <input type="file" accept=".txt,.csv,.tsv,text/*" onChange={(event) => void open(event)} />
            </label>
            <Button look="link" disabled={text === ''} onClick={() => setText('')}>
              Empty
            </Button>
          </div>
        </div>
        <section className={classes['side']} aria-label="Result" aria-live="polite">
          {!result && <p className={classes['note']}>{text.trim() ? 'comparing…' : 'Paste a list to compare it.'}</p>}
          {result && (
            <>
              <p>
                <b>Result</b>{' '}
                {`${OUTCOMES.map((outcome) => formatCount(result.counts[outcome])).join(' + ')} = ${formatCount(entries.length)} entries`}
              </p>
              <p className={classes['note']}>Read as IDs and e-mails of admins; names are not looked for.</p>
              <ul className={classes['outcomes']}>
                {OUTCOMES.map((outcome) => (
                  <Counted key={outcome} outcome={outcome} pasted={pasted} onShow={onShow} onLine={goTo} />
                ))}
              </ul>
              {result.unlisted > 0 && (
                <Button look="link" onClick={() => onShow(false, false)}>
                  {`Show the ${formatCount(result.unlisted)} shown devices that are not in your list`}
                </Button>
              )}
            </>
          )}
        </section>
      </div>
    </Dialog>
  );
}

type CountedProps = {
  outcome: Outcome;
  pasted: PastedList;
  onShow: Props['onShow'];
  onLine: (line: number) => void;
};

function Counted({ outcome, pasted, onShow, onLine }: CountedProps) {
  const { inventory } = pasted.found ?? {};
  const count = inventory?.counts[outcome] ?? 0;
  const own = (inventory?.entries ?? []).filter((entry) => entry.outcome === outcome);
  const { title, note } = WORDS[outcome];
  const [first] = own;
  return (
    <li>
      <b className={classes['count']}>{formatCount(count)}</b>
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
          <Button aria-label={`Export ${formatCount(count)} ${outcome}`} onClick={() => void save(pasted, outcome)}>
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

/** Writes the entries of one outcome, or all of them, as CSV. */
async function save({ found }: PastedList, outcome?: Outcome): Promise<void> {
  const name = `${INVENTORY}${outcome ? `-${outcome.replace(' ', '-')}` : ''}.csv`;
  const target = await fileTarget(name, 'text/csv').catch(() => undefined);
  if (!target || !found) return;
  await target.write(csvLine(['line', 'entry', 'outcome']));
  for (const entry of found.inventory.entries) {
    if (outcome && entry.outcome !== outcome) continue;
    await target.write(csvLine([String(entry.line), entry.text, entry.outcome]));
  }
  await target.close();
}
