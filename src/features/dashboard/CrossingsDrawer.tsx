import type { TileCrossing } from '#dashboard/historyStore.ts';
import { type QuietHours, quietHoursSetting } from '#dashboard/quietHours.ts';
import { formatNumber } from '#lib/formatNumber.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { Drawer } from '#ui/overlays/lazyOverlay.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { Timestamp } from '#ui/values/Timestamp.tsx';
import classes from './CrossingsDrawer.module.css';

type Props = {
  opened: boolean;
  crossings: readonly TileCrossing[];
  onAcknowledge: (id: string) => void;
  onClose: () => void;
};

/** When numbers were over their limits. An acknowledged crossing is not counted until it ends. */
export function CrossingsDrawer({ opened, crossings, onAcknowledge, onClose }: Props) {
  return (
    <Drawer title="Crossings of limits" opened={opened} onClose={onClose}>
      <QuietHoursFields />
      {crossings.length === 0 && <p className={shared['muted']}>No number was over its limit.</p>}
      <ul className={classes['crossings']}>
        {crossings.map(({ id, title, limit, value, dashboard, at, endedAt, isAcknowledged }) => (
          <li key={id} data-open={endedAt === undefined || undefined}>
            <b>
              <PlainText text={title} />
            </b>
            <span>
              {value !== undefined && `${formatNumber(value)}: `}
              {limit}
            </span>
            <span className={shared['small']}>
              <PlainText text={dashboard} />, <Timestamp value={at} /> to{' '}
              {endedAt === undefined ? 'now' : <Timestamp value={endedAt} />}
            </span>
            {endedAt === undefined &&
              (isAcknowledged ? (
                <span className={shared['small']}>acknowledged</span>
              ) : (
                <Button size="row" aria-label={`Acknowledge ${title}`} onClick={() => onAcknowledge(id)}>
                  Acknowledge
                </Button>
              ))}
          </li>
        ))}
      </ul>
    </Drawer>
  );
}

function QuietHoursFields() {
  const [quiet, setQuiet] = useSetting(quietHoursSetting);
  const renderTime = (member: 'from' | 'to', label: string) => (
    <input
      type="time"
      aria-label={label}
      value={quiet[member]}
      required
      onChange={({ currentTarget: { value } }) => {
        if (value) setQuiet({ ...quiet, [member]: value } satisfies QuietHours);
      }}
    />
  );
  return (
    <div className={shared['wrap']}>
      <Checkbox
        checked={quiet.isOn}
        onCheckedChange={(isOn) => setQuiet({ ...quiet, isOn })}
        label="No notifications from"
      />
      {renderTime('from', 'Quiet from')}
      <span>to</span>
      {renderTime('to', 'Quiet to')}
    </div>
  );
}
