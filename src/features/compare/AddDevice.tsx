import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { type FoundDevice, useDevicesFound } from '#api/list/useDevicesFound.ts';
import { beginningOf } from '#lib/beginning.ts';
import { COMPARED_MAX } from '#paths/compare.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { PlainText } from '#ui/values/PlainText.tsx';
import classes from './AddDevice.module.css';

type Props = {
  connectionId: string;
  /** IDs that are compared already. */
  compared: readonly string[];
  onAdd: (deviceID: string) => void;
};

/** No more of an ID or a name stands in one line. */
const WORDS_MAX = 80;

/** The way to one more device, up to as many as have room. */
export function AddDevice({ connectionId, compared, onAdd }: Props) {
  const [opened, setOpened] = useState(false);
  const full = compared.length >= COMPARED_MAX;
  return (
    <Popover
      label="Add a device"
      opened={opened}
      onToggle={setOpened}
      place={{ width: 340, align: 'end' }}
      opener={(control) => (
        <Button
          {...control}
          disabled={full}
          title={full ? `${COMPARED_MAX} devices are compared at most` : undefined}
          icon={<IconPlus size={16} stroke={1.5} aria-hidden />}
          aria-label="Add a device"
        >
          Device
        </Button>
      )}
    >
      {opened && (
        <DeviceChoice
          connectionId={connectionId}
          compared={compared}
          onAdd={(id) => {
            setOpened(false);
            onAdd(id);
          }}
        />
      )}
    </Popover>
  );
}

/** A device of the list in memory by its name or ID, or any other by its ID. */
function DeviceChoice({ connectionId, compared, onAdd }: Props) {
  const [typed, setTyped] = useState('');
  const [complaint, setComplaint] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const wanted = typed.trim();
  const found = useDevicesFound(connectionId, wanted).devices.filter(({ id }) => !compared.includes(id));
  const add = (event: FormEvent) => {
    event.preventDefault();
    const id = meant(wanted, found);
    if (id === '') return;
    if (compared.includes(id)) setComplaint('This device is compared already.');
    else onAdd(id);
  };
  const intoList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.querySelector('button')?.focus();
  };
  return (
    <form className={classes['choice']} onSubmit={add}>
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
      {/* arrows only shorten the way that Tab goes */}
      <ul ref={list} className={classes['found']} aria-label="Devices found">
        {found.map(({ id, name }) => (
          <li key={id}>
            <button type="button" onClick={() => onAdd(id)} onKeyDown={toNeighbour}>
              <code>
                <PlainText text={beginningOf(id, WORDS_MAX)} />
              </code>
              <PlainText text={beginningOf(name, WORDS_MAX)} />
            </button>
          </li>
        ))}
      </ul>
      <p className={classes['hint']} role="status">
        {complaint || hintOf(wanted, found)}
      </p>
    </form>
  );
}

/** A name that one device has alone stands for it; anything else is an ID. */
function meant(wanted: string, found: readonly FoundDevice[]): string {
  const folded = wanted.toLowerCase();
  if (found.some(({ id }) => id === wanted)) return wanted;
  const named = found.filter(({ id, name }) => name.toLowerCase() === folded || id.toLowerCase() === folded);
  return named.length === 1 ? (named[0]?.id ?? wanted) : wanted;
}

function hintOf(wanted: string, found: readonly FoundDevice[]): string {
  if (wanted === '') return 'Looked for in the list in memory; Enter asks the service for any other ID.';
  if (meant(wanted, found) !== wanted) return 'Enter adds the first of these.';
  return found.length > 0
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
