import { useRef } from 'react';
import { useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import { requestWords } from '#features/devices/filter/filterWords.ts';
import { type Inventory, OUTCOMES, type Reading } from '#fleet/questions/inventory.ts';
import { counted, formatCount } from '#lib/counts.ts';
import { formatClock } from '#lib/time/time.ts';
import { Button } from '#ui/controls/Button.tsx';
import type { LineFieldHandle } from '#ui/inputs/LineField.tsx';
import { Dialog } from '#ui/overlays/dialogs.ts';
import classes from './InventoryDialog.module.css';
import { InventoryOutcome, useShowPasted } from './InventoryOutcome.tsx';
import { PastedText } from './PastedText.tsx';
import { saveInventory } from './saveInventory.ts';

const READ_AS: Record<Reading, string> = {
  any: 'Read as IDs and e-mails of admins; names are not looked for.',
  ids: 'Read as IDs; e-mails and names are not looked for.',
  emails: 'Read as e-mails of admins; IDs and names are not looked for.',
};

/** A list of IDs or e-mails against the devices that are here. Nothing is sent. */
export function InventoryDialog() {
  const { setReconciling } = useDevices();
  const { pasted } = useDeviceList();
  const { text, reading, found } = pasted;
  const onShow = useShowPasted();
  const field = useRef<LineFieldHandle>(null);
  const result = found?.inventory;
  // what is said of another text is no number of this one
  const current = found?.text === text && found.reading === reading ? result : undefined;
  return (
    <Dialog
      title="Reconcile"
      opened
      onClose={() => setReconciling(false)}
      size={{ width: 1104, flush: true }}
      frame={{
        aside: found && (
          <span
            className={`${classes['note']} ${classes['against']}`}
          >{`your list against ${formatCount(found.fleet.count)} devices, as of ${formatClock(found.fleet.fetchedAt)}`}</span>
        ),
        footer: (
          <>
            <Button look="primary" disabled={!current?.rows.count} onClick={() => onShow(true, true)}>
              {`Show the ${current ? counted(current.rows.count, 'device') : 'devices'} found`}
            </Button>
            <Button disabled={!current?.entries.length} onClick={() => void saveInventory(pasted)}>
              {exportWords(current?.entries.length)}
            </Button>
            <span className={`${classes['note']} ${classes['took']}`}>
              {found ? `Compared in this browser in ${formatCount(Math.round(found.ms))} ms; nothing was sent.` : ''}
            </span>
          </>
        ),
      }}
    >
      <div className={classes['sides']}>
        <PastedText field={field} />
        <section className={classes['side']} aria-label="Result" aria-live="polite">
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

/** What became of every entry. */
function Result({ result, onLine }: ResultProps) {
  const { request } = useDevices();
  const { pasted } = useDeviceList();
  const { counts, entries } = result;
  const asked = requestWords(request);
  // most lists have none
  const told = OUTCOMES.filter((outcome) => outcome !== 'heading' || counts.heading > 0);
  const sum = told.map((outcome) => formatCount(counts[outcome])).join(' + ');
  return (
    <>
      <p className={classes['head']}>
        <b>Result</b> {`${sum} = ${counted(entries.length, 'entry', 'entries')}`}
      </p>
      <div className={classes['result']}>
        <div className={classes['bar']} aria-hidden>
          {OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => (
            <i key={outcome} data-outcome={outcome} style={{ flexGrow: counts[outcome] }} />
          ))}
        </div>
        <p className={classes['note']}>
          {READ_AS[pasted.reading]}
          {asked && ` The service was asked for ${asked} alone: no other device can be found.`}
        </p>
        <ul className={classes['outcomes']}>
          {told.map((outcome) => (
            <InventoryOutcome key={outcome} outcome={outcome} onLine={onLine} />
          ))}
        </ul>
      </div>
    </>
  );
}
