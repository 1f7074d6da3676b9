import { type FormEvent, useState } from 'react';
import {
  LIMIT_REFRESHES_MAX,
  LIMIT_SEVERITIES,
  type LimitSeverity,
  type Tile,
  type TileLimit,
} from '#dashboard/dashboard.ts';
import { useConnection } from '#session/useSession.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { CopyButton } from '#ui/controls/CopyButton.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { Dialog } from '#ui/overlays/lazyOverlay.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './LimitDialog.module.css';

const BOUNDS = ['over', 'under', 'change'] as const;

type Bound = (typeof BOUNDS)[number];

const BOUND_LABELS: Readonly<Record<Bound, string>> = {
  over: 'over',
  under: 'under',
  change: 'changed by more than',
};

type Props = { tile: Tile; title: string; onClose: () => void; onSave: (tile: Tile) => void };

export function LimitDialog({ tile, title, onClose, onSave }: Props) {
  const { baseUrl } = useConnection();
  const { limit } = tile;
  const [bound, setBound] = useState<Bound>(() => BOUNDS.find((name) => limit?.[name] !== undefined) ?? 'over');
  const [text, setText] = useState(() => String(limit?.[bound] ?? ''));
  const [unit, setUnit] = useState<'%' | ''>(limit?.unit ?? '');
  const [refreshes, setRefreshes] = useState(String(limit?.for ?? 1));
  const [severity, setSeverity] = useState<LimitSeverity>(limit?.severity ?? 'warning');
  const [notifies, setNotifies] = useState(limit?.notify ?? false);
  const [problem, setProblem] = useState<string>();
  const command = `fleetlens check FILE --url ${new URL(baseUrl, location.origin)}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // a comma separates thousands, as in the tile, or decimals
    const digits = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(text.trim()) ? text.replaceAll(',', '') : text;
    const number = Number(digits.trim().replace(',', '.'));
    if (text.trim() === '' || !Number.isFinite(number)) return setProblem('Type a number, such as 25.');
    if (bound === 'change' && number < 0) return setProblem('A change is 0 or more.');
    const { over: _, under: __, change: ___, ...others } = limit ?? {};
    const next: TileLimit = {
      ...others,
      [bound]: number,
      unit: unit === '%' ? '%' : undefined,
      for: refreshes === '1' ? undefined : Number(refreshes),
      severity: severity === 'warning' ? undefined : severity,
      notify: notifies || undefined,
    };
    // a change needs an earlier number
    onSave({ ...tile, limit: next, ...(bound === 'change' && !tile.compare && { compare: 'yesterday' }) });
    onClose();
  };
  const remove = () => {
    onSave({ ...tile, limit: undefined });
    onClose();
  };
  return (
    <Dialog title={`Limit of ${title}`} opened onClose={onClose}>
      <form className={shared['form']} onSubmit={submit} noValidate>
        <div className={shared['wrap']}>
          <span>Attention when it is</span>
          <Select
            aria-label="Kind of limit"
            options={BOUNDS.map((value) => ({ value, label: BOUND_LABELS[value] }))}
            value={bound}
            onValueChange={setBound}
          />
          <TextField
            data-autofocus
            className={classes['number'] ?? ''}
            aria-label="Limit"
            inputMode="decimal"
            aria-invalid={problem !== undefined || undefined}
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setProblem(undefined);
            }}
          />
          {tile.of !== undefined && (
            <Select
              aria-label="Unit of the limit"
              options={[
                { value: '' as const, label: tile.unit ?? 'as a number' },
                { value: '%' as const, label: bound === 'change' ? 'percentage points' : '% of the total' },
              ]}
              value={unit}
              onValueChange={setUnit}
            />
          )}
        </div>
        <div className={shared['wrap']}>
          <span>for</span>
          <Select
            aria-label="Refreshes"
            options={Array.from({ length: LIMIT_REFRESHES_MAX }, (_, at) => ({
              value: String(at + 1),
              label: at === 0 ? '1 refresh' : `${at + 1} refreshes in a row`,
            }))}
            value={refreshes}
            onValueChange={setRefreshes}
          />
          <span>as</span>
          <Select aria-label="Severity" options={LIMIT_SEVERITIES} value={severity} onValueChange={setSeverity} />
        </div>
        <Checkbox
          checked={notifies}
          onCheckedChange={(on) => {
            setNotifies(on);
            if (on) void askForNotifications().then(setProblem);
          }}
          label="Notify me while the console is open and not locked"
        />
        {problem !== undefined && <p role="alert">{problem}</p>}
        <div className={classes['command']}>
          <p className={shared['small']}>
            While no console is open, or it is locked: the same limits as a check for cron, systemd or monitoring. FILE
            is this dashboard, exported as a file.
          </p>
          <code translate="no">{command}</code>
          <CopyButton text={command} label="Copy the command" />
        </div>
        <div className={shared['row']}>
          <Button type="submit" variant="primary">
            Set limit
          </Button>
          {limit && <Button onClick={remove}>Remove limit</Button>}
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

/** @returns why there will be no notifications */
async function askForNotifications(): Promise<string | undefined> {
  if (!('Notification' in window)) return 'This browser has no notifications. The limit is still marked on every page.';
  const permission = await Notification.requestPermission();
  if (permission === 'granted') return undefined;
  return 'This browser blocks notifications of this site. The limit is still marked on every page.';
}
