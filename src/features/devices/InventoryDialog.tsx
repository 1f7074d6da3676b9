import { type ChangeEvent, type ClipboardEvent, useMemo, useRef } from 'react';
import { OUTCOMES, type Reading } from '#fleet/inventory.ts';
import { formatCount } from '#lib/counts.ts';
import { formatClock } from '#lib/time.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Pick } from '#ui/Pick.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import classes from './InventoryDialog.module.css';
import { InventoryOutcome } from './InventoryOutcome.tsx';
import { saveInventory } from './saveInventory.ts';
import type { PastedList } from './useInventory.ts';

/** Characters that a browser lays out without a pause; of more only the first are shown. */
const EDITED_MOST = 100_000;

const READ_AS: readonly { value: Reading; label: string; note: string }[] = [
  { value: 'any', label: 'IDs or e-mails', note: 'Read as IDs and e-mails of admins; names are not looked for.' },
  { value: 'ids', label: 'IDs alone', note: 'Read as IDs; e-mails and names are not looked for.' },
  { value: 'emails', label: 'e-mails alone', note: 'Read as e-mails of admins; IDs and names are not looked for.' },
];

type Props = {
  pasted: PastedList;
  /** Shows the devices that are listed, or those that are not, whatever else hides them when `alone`. */
  onShow: (listed: boolean, alone: boolean) => void;
  onClose: () => void;
};

/** A list of IDs or e-mails against the devices that are here. Nothing is sent. */
export function InventoryDialog({ pasted, onShow, onClose }: Props) {
  const { text, setText, reading, setReading, found } = pasted;
  const area = useRef<HTMLTextAreaElement>(null);
  const result = found?.inventory;
  const entries = result?.entries ?? [];
  const lines = useMemo(() => (text.trim() === '' ? 0 : text.trimEnd().split(/\r\n|\r|\n/).length), [text]);
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
          <span
            className={`${classes['note']} ${classes['against']}`}
          >{`your list against ${formatCount(found.fleet.count)} devices, as of ${formatClock(found.fleet.fetchedAt)}`}</span>
        )
      }
      footer={
        <>
          <Button look="primary" disabled={!result || result.rows.count === 0} onClick={() => onShow(true, true)}>
            {`Show the ${formatCount(result?.rows.count ?? 0)} devices found`}
          </Button>
          <Button disabled={entries.length === 0} onClick={() => void saveInventory(pasted)}>
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
          <div className={classes['head']}>
            <b>Your list</b>
            <span className={classes['note']}>{`${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}`}</span>
            <span className={classes['reading']}>
              <span aria-hidden>Read as</span>
              <Pick aria-label="Read as" options={READ_AS} value={reading} standard="any" onPick={setReading} />
            </span>
          </div>
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
              <p className={classes['head']}>
                <b>Result</b>{' '}
                {`${OUTCOMES.map((outcome) => formatCount(result.counts[outcome])).join(' + ')} = ${formatCount(entries.length)} entries`}
              </p>
              <div className={classes['bar']} aria-hidden>
                {OUTCOMES.filter((outcome) => result.counts[outcome] > 0).map((outcome) => (
                  <i key={outcome} data-outcome={outcome} style={{ flexGrow: result.counts[outcome] }} />
                ))}
              </div>
              <p className={classes['note']}>{READ_AS.find(({ value }) => value === reading)?.note}</p>
              <ul className={classes['outcomes']}>
                {OUTCOMES.map((outcome) => (
                  <InventoryOutcome key={outcome} outcome={outcome} pasted={pasted} onShow={onShow} onLine={goTo} />
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
