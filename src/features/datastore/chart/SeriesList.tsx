import { formatCountWithNoun, formatMean } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import type { ChartLineData } from '#pipeline/documents/chartData.ts';
import { getValueBefore } from '#ui/charts/chartLayout.ts';
import { getSeriesColor } from '#ui/theme/seriesColors.ts';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import {
  describeOtherSeries,
  HiddenSeriesSelect,
  type SeriesActions,
  type SeriesOption,
} from './ChartLegendControls.tsx';
import classes from './SeriesList.module.css';

type Props = { lines: readonly ChartLineData[]; hidden: readonly SeriesOption[]; actions: SeriesActions };

export function SeriesList({ lines, hidden, actions }: Props) {
  const { legend } = lines[0] ?? {};
  if (!legend) return null;
  const { rows, chosen, others } = legend;
  const fields = lines.map(({ label }) => toVisibleText(label)).join(', ');
  const visibleCount = rows.filter(({ off }) => !off).length;
  return (
    <div className={classes['list']}>
      <div role="radiogroup" aria-label={`Series of ${fields}`}>
        {rows.map(({ id, name, off }, row) => (
          <div
            key={id}
            className={`${classes['series']} ${shared['row']}`}
            data-chosen={row === chosen || undefined}
            data-off={off || undefined}
          >
            <button
              type="button"
              className={classes['toggle']}
              aria-label={`Line of ${toVisibleText(name)}`}
              aria-pressed={!off}
              disabled={!off && visibleCount === 1}
              onClick={() => actions.toggle(id)}
            >
              <i className={classes['swatch']} style={{ color: getSeriesColor(row) }} data-off={off || undefined} />
            </button>
            <label className={classes['name']}>
              <input
                type="radio"
                className={shared['invisibleInput']}
                name="series"
                checked={row === chosen}
                onChange={() => actions.select(id)}
              />
              <PlainText text={name} />
              <span className={`${classes['means']} ${shared['small']}`}>
                {describeValues(lines, ({ legend }) => legend?.rows[row]?.value)}
              </span>
            </label>
          </div>
        ))}
      </div>
      {lines.some(({ before }) => before) && (
        <div className={`${classes['series']} ${shared['row']}`}>
          <i className={classes['dash']} />
          <span className={classes['name']}>
            period before
            <span className={`${classes['means']} ${shared['small']}`}>{describeValues(lines, getValueBefore)}</span>
          </span>
        </div>
      )}
      {others && (
        <div className={`${classes['series']} ${shared['row']}`} data-others>
          <span className={classes['name']}>
            {formatCountWithNoun(others.count, 'other')}
            <span className={`${classes['means']} ${shared['small']}`}>Select a series to show it</span>
            <HiddenSeriesSelect label={describeOtherSeries(legend)} options={hidden} onSelect={actions.select} />
          </span>
        </div>
      )}
    </div>
  );
}

function describeValues(
  lines: readonly ChartLineData[],
  getValue: (line: ChartLineData) => number | undefined,
): string {
  const formatValue = (line: ChartLineData) => formatMean(getValue(line) ?? Number.NaN) || 'none';
  const [only] = lines;
  if (only && lines.length === 1) return `${only.legend?.valueName} ${formatValue(only)}`;
  return lines.map((line) => `${toVisibleText(line.label)} ${formatValue(line)}`).join(' · ');
}
