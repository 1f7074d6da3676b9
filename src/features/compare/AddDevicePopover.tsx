import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { type DeviceMatch, useLoadedDeviceSearch } from '#api/list/useLoadedDeviceSearch.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { foldText } from '#lib/text/foldText.ts';
import { truncate } from '#lib/truncate.ts';
import { useConnection } from '#session/useSession.ts';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { MAX_COMPARED_DEVICES } from '#urls/compare.ts';
import classes from './AddDevicePopover.module.css';
import { useComparison } from './CompareProvider.tsx';

const TEXT_MAX = 80;

export function AddDevicePopover() {
  const { deviceIDs } = useComparison();
  const isFull = deviceIDs.length >= MAX_COMPARED_DEVICES;
  return (
    <Popover
      label="Add a device"
      placement={{ width: 340, align: 'end' }}
      renderTrigger={(control) => (
        <Button
          {...control}
          disabled={isFull}
          title={isFull ? `You can compare up to ${MAX_COMPARED_DEVICES} devices` : undefined}
          Icon={IconPlus}
          aria-label="Device: add"
        >
          Device
        </Button>
      )}
    >
      {(close) => <DeviceSearchForm onDone={close} />}
    </Popover>
  );
}

function DeviceSearchForm({ onDone }: { onDone: () => void }) {
  const { deviceIDs, add } = useComparison();
  const connection = useConnection();
  const [text, setTyped] = useState('');
  const [error, setComplaint] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const query = text.trim();
  const { devices } = useLoadedDeviceSearch(connection.id, query);
  const candidates = devices.filter(({ id }) => !deviceIDs.includes(id));
  const hint = error || getHint(query, candidates);
  useAnnouncement(
    candidates.length > 0 ? `${formatCountWithNoun(candidates.length, 'device')} found. ${hint}` : hint,
    'devices found',
  );
  const choose = (id: string) => {
    onDone();
    add(id);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = resolveDeviceId(query, candidates);
    if (id === '') return;
    if (deviceIDs.includes(id)) setComplaint('This device is already in the comparison.');
    else choose(id);
  };
  const focusListOnArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.querySelector('button')?.focus();
  };
  return (
    <form className={`${classes['choice']} ${shared['panel']}`} onSubmit={submit}>
      <TextField
        autoFocus
        aria-label="Device ID or name"
        placeholder="ID or name"
        value={text}
        onKeyDown={focusListOnArrow}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setComplaint('');
        }}
      />
      {/* arrow keys are an addition to Tab */}
      <ul ref={list} className={classes['devices']} aria-label="Devices found">
        {candidates.map(({ id, name }) => (
          <li key={id}>
            <button
              className={shared['listButton']}
              type="button"
              onClick={() => choose(id)}
              onKeyDown={moveFocusByArrow}
            >
              <code translate="no">
                <PlainText text={truncate(id, TEXT_MAX)} />
              </code>
              <PlainText text={truncate(name, TEXT_MAX)} />
            </button>
          </li>
        ))}
      </ul>
      <p className={shared['small']}>{hint}</p>
    </form>
  );
}

function resolveDeviceId(query: string, devices: readonly DeviceMatch[]): string {
  const folded = foldText(query);
  if (devices.some(({ id }) => id === query)) return query;
  const named = devices.filter(({ id, name }) => foldText(name) === folded || foldText(id) === folded);
  return named.length === 1 ? (named[0]?.id ?? query) : query;
}

function getHint(query: string, devices: readonly DeviceMatch[]): string {
  if (query === '') return 'Searches the loaded devices. Press Enter to look up any other ID in the service.';
  if (resolveDeviceId(query, devices) !== query) return 'Press Enter to add the first result.';
  return devices.length > 0
    ? 'Press Enter to add this text as a device ID.'
    : 'No loaded device matches. Press Enter to look up this ID in the service.';
}

function moveFocusByArrow(event: KeyboardEvent<HTMLButtonElement>): void {
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
