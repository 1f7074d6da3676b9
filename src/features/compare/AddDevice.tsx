import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { type FoundDevice, useDevicesFound } from '#api/list/useDevicesFound.ts';
import { pluralize } from '#lib/formatNumber.ts';
import { foldText } from '#lib/text/foldText.ts';
import { truncate } from '#lib/truncate.ts';
import { COMPARED_MAX } from '#paths/compare.ts';
import { useConnection } from '#session/session.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import classes from './AddDevice.module.css';
import { useComparison } from './ComparePlace.tsx';

const WORDS_MAX = 80;

export function AddDevice() {
  const { deviceIDs } = useComparison();
  const full = deviceIDs.length >= COMPARED_MAX;
  return (
    <Popover
      label="Add a device"
      place={{ width: 340, align: 'end' }}
      opener={(control) => (
        <Button
          {...control}
          disabled={full}
          title={full ? `${COMPARED_MAX} devices are compared at most` : undefined}
          Icon={IconPlus}
          aria-label="Device: add one"
        >
          Device
        </Button>
      )}
    >
      {(close) => <DeviceChoice onDone={close} />}
    </Popover>
  );
}

function DeviceChoice({ onDone }: { onDone: () => void }) {
  const { deviceIDs, add } = useComparison();
  const connection = useConnection();
  const [typed, setTyped] = useState('');
  const [complaint, setComplaint] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const wanted = typed.trim();
  const { devices } = useDevicesFound(connection.id, wanted);
  const further = devices.filter(({ id }) => !deviceIDs.includes(id));
  const hint = complaint || hintOf(wanted, further);
  useAnnouncement(further.length > 0 ? `${pluralize(further.length, 'device')} found. ${hint}` : hint, 'devices found');
  const choose = (id: string) => {
    onDone();
    add(id);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = meant(wanted, further);
    if (id === '') return;
    if (deviceIDs.includes(id)) setComplaint('This device is compared already.');
    else choose(id);
  };
  const intoList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.querySelector('button')?.focus();
  };
  return (
    <form className={`${classes['choice']} ${shared['panel']}`} onSubmit={submit}>
      <TextField
        autoFocus
        aria-label="ID or name of a device"
        placeholder="ID or name"
        value={typed}
        onKeyDown={intoList}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setComplaint('');
        }}
      />
      {/* arrow keys are an addition to Tab */}
      <ul ref={list} className={classes['devices']} aria-label="Devices found">
        {further.map(({ id, name }) => (
          <li key={id}>
            <button className={shared['choice']} type="button" onClick={() => choose(id)} onKeyDown={toNeighbour}>
              <code>
                <PlainText text={truncate(id, WORDS_MAX)} />
              </code>
              <PlainText text={truncate(name, WORDS_MAX)} />
            </button>
          </li>
        ))}
      </ul>
      <p className={shared['small']}>{hint}</p>
    </form>
  );
}

/** Returns the ID of a device whose name is unique; any other text is an ID. */
function meant(wanted: string, devices: readonly FoundDevice[]): string {
  const folded = foldText(wanted);
  if (devices.some(({ id }) => id === wanted)) return wanted;
  const named = devices.filter(({ id, name }) => foldText(name) === folded || foldText(id) === folded);
  return named.length === 1 ? (named[0]?.id ?? wanted) : wanted;
}

function hintOf(wanted: string, devices: readonly FoundDevice[]): string {
  if (wanted === '') return 'Looked for in the list in memory; Enter asks the service for any other ID.';
  if (meant(wanted, devices) !== wanted) return 'Enter adds the first of these.';
  return devices.length > 0
    ? 'Enter adds what is typed, as an ID.'
    : 'None in memory; Enter asks the service for this ID.';
}

function toNeighbour(event: KeyboardEvent<HTMLButtonElement>): void {
  const step =
    event.key === 'ArrowDown' ? 'nextElementSibling' : event.key === 'ArrowUp' ? 'previousElementSibling' : '';
  if (!step) return;
  event.preventDefault();
  const item = event.currentTarget.parentElement;
  const target =
    item?.[step]?.querySelector('button') ??
    (event.key === 'ArrowUp' ? item?.closest('form')?.querySelector('input') : null);
  target?.focus();
}
