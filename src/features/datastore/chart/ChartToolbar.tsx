import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import results from '#features/datastore/results/Results.module.css';
import { toVisibleText } from '#lib/invisible.ts';
import { BUCKET_WIDTH_OPTIONS, type ChartOptions } from '#pipeline/documents/chartOptions.ts';
import { getAxisTimeZone } from '#ui/charts/timeBins.ts';
import { Button } from '#ui/controls/Button.tsx';
import { FilterChip } from '#ui/controls/FilterChip.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { Menu } from '#ui/overlays/Menu.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import classes from './ResultChart.module.css';

const INDEX_OPTION = { value: '', label: 'index' };
const NO_SPLIT_OPTION = { value: '', label: 'nothing' };
const PIXEL_OPTION = { value: '', label: 'pixel' };

type Props = {
  options: ChartOptions;
  range: ReactNode;
  children: ReactNode;
};

export function ChartToolbar({ options: { plots, others, axis, times, by, parts, step }, range, children }: Props) {
  const { show } = useDatastore();
  // days begin at midnight of the zone in which times are displayed
  const isUtc = getAxisTimeZone(useTimeMode()) === 'utc' && axis?.zone === undefined;
  const bucketOptions = [
    PIXEL_OPTION,
    ...BUCKET_WIDTH_OPTIONS.map(([value]) => ({
      value,
      label: value === 'day' && isUtc ? 'UTC day' : value,
    })),
  ];
  const keys = plots.map(({ key }) => key);
  const setPlots = (next: readonly string[]) => show({ plot: next }, true);
  const toOptions = (columns: typeof times) => columns.map(({ key, label }) => ({ value: key, label }));
  return (
    <div className={`${results['bar']} ${classes['bar']}`}>
      <div className={shared['wrap']} data-behind={range ? true : undefined}>
        <span className={`${classes['plots']} ${shared['wrap']}`}>
          Plot
          {plots.map(({ key, label }) => (
            <FilterChip
              key={key}
              field={label}
              operator=""
              value=""
              removeLabel={`Remove ${toVisibleText(label)} from the chart`}
              onRemove={() => setPlots(keys.filter((one) => one !== key))}
            />
          ))}
        </span>
        <Menu
          label="Fields to plot"
          rows={others.map(({ key, label }) => ({ label, run: () => setPlots([...keys, key]) }))}
          renderTrigger={(control) => (
            <Button {...control} variant="link" aria-label="Field" disabled={others.length === 0}>
              <IconPlus size={14} aria-hidden />
              <span className={`${results['word']} ${classes['fieldWord']}`}>Field</span>
            </Button>
          )}
        />
        <span className={shared['inline']}>
          <span className={results['word']}>over</span>
          <Select
            aria-label="Plot over"
            unhighlightedValue=""
            options={[...toOptions(times), INDEX_OPTION]}
            value={axis?.key ?? ''}
            onValueChange={(over) => show({ over }, true)}
          />
        </span>
        {parts.length > 0 && (
          <span className={shared['inline']}>
            by
            <Select
              aria-label="Split by"
              unhighlightedValue=""
              options={[NO_SPLIT_OPTION, ...toOptions(parts)]}
              value={by?.key ?? ''}
              onValueChange={(next) => show({ by: next }, true)}
            />
          </span>
        )}
        {axis?.time && (
          <span className={`${shared['inline']} ${classes['bucket']}`} data-chosen={step !== undefined || undefined}>
            per
            <Select
              aria-label="One value per"
              unhighlightedValue=""
              options={bucketOptions}
              value={BUCKET_WIDTH_OPTIONS.find(([, ms]) => ms === step)?.[0] ?? ''}
              onValueChange={(next) => show({ per: next || undefined }, true)}
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
