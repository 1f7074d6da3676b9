import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useDatastore } from '#features/datastore/DatastorePlace.tsx';
import results from '#features/datastore/results/Results.module.css';
import { toPlainText } from '#lib/invisible.ts';
import { zoneOf } from '#ui/charts/timeScale.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Chip } from '#ui/controls/Chip.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { Menu } from '#ui/overlays/Menu.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { type Chosen, STEPS } from './chartChoice.ts';
import classes from './ResultChart.module.css';

const INDEX = { value: '', label: 'index' };
const WHOLE = { value: '', label: 'nothing' };
const PIXEL = { value: '', label: 'pixel' };

type Props = {
  chosen: Chosen;
  /** Tools of the brushed range; covers the bar until the range is cleared. */
  range: ReactNode;
  children: ReactNode;
};

export function ChartBar({ chosen: { plots, others, axis, times, by, parts, step }, range, children }: Props) {
  const { show } = useDatastore();
  const isUtc = zoneOf(useTimeMode()) === 'utc';
  // days begin at midnight of the zone in which times are displayed
  const per = [PIXEL, ...STEPS.map(([value]) => ({ value, label: value === 'day' && isUtc ? 'UTC day' : value }))];
  const keys = plots.map(({ key }) => key);
  const plot = (next: readonly string[]) => show({ plot: next }, true);
  const named = (columns: typeof times) => columns.map(({ key, label }) => ({ value: key, label }));
  return (
    <div className={`${results['bar']} ${classes['bar']}`}>
      <div className={shared['wrap']} data-behind={range ? true : undefined}>
        <span className={`${classes['plots']} ${shared['wrap']}`}>
          Plot
          {plots.map(({ key, label }) => (
            <Chip
              key={key}
              field={label}
              operator=""
              value=""
              dropLabel={`Plot ${toPlainText(label)} no more`}
              onDrop={() => plot(keys.filter((one) => one !== key))}
            />
          ))}
        </span>
        <Menu
          label="Fields to plot"
          rows={others.map(({ key, label }) => ({ label, run: () => plot([...keys, key]) }))}
          opener={(control) => (
            <Button {...control} look="link" aria-label="Field" disabled={others.length === 0}>
              <IconPlus size={14} aria-hidden />
              <span className={`${results['word']} ${classes['fieldWord']}`}>Field</span>
            </Button>
          )}
        />
        <span className={shared['inline']}>
          <span className={results['word']}>over</span>
          <Pick
            aria-label="Plot over"
            standard=""
            options={[...named(times), INDEX]}
            value={axis?.key ?? ''}
            onPick={(over) => show({ over }, true)}
          />
        </span>
        {parts.length > 0 && (
          <span className={shared['inline']}>
            by
            <Pick
              aria-label="Split by"
              standard=""
              options={[WHOLE, ...named(parts)]}
              value={by?.key ?? ''}
              onPick={(next) => show({ by: next }, true)}
            />
          </span>
        )}
        {axis?.time && (
          <span className={`${shared['inline']} ${classes['per']}`} data-chosen={step !== undefined || undefined}>
            per
            <Pick
              aria-label="A value per"
              standard=""
              options={per}
              value={STEPS.find(([, ms]) => ms === step)?.[0] ?? ''}
              onPick={(next) => show({ per: next }, true)}
            />
          </span>
        )}
        <span className={`${classes['tools']} ${results['chartTools']}`}>{children}</span>
      </div>
      {range && (
        <div className={classes['ranged']}>
          <div className={shared['wrap']}>{range}</div>
        </div>
      )}
    </div>
  );
}
