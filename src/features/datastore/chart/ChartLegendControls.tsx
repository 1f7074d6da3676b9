import type { CSSProperties, ReactNode } from 'react';
import { formatCountWithNoun, formatMean } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import {
  CHART_PADDING_PX,
  type ChartLayout,
  type ChartLegendData,
  type ChartPanel,
  getLegendRowY,
  LEGEND_MARKER_WIDTH_PX,
  LEGEND_ROW_HEIGHT_PX,
} from '#ui/charts/chartLayout.ts';
import shared from '#ui/theme/shared.module.css';
import classes from './ResultChart.module.css';

type Props = {
  layout: ChartLayout;
  hidden: readonly SeriesOption[];
  actions: SeriesActions;
};

export type SeriesOption = { id: string; name: string };

export type SeriesActions = { select: (id: string) => void; toggle: (id: string) => void };

const OPTIONS_MAX = 1000;

export function describeOtherSeries({ valueName, others }: ChartLegendData): string {
  return others ? `${formatCountWithNoun(others.count, 'other')}, ${valueName} ${formatMean(others.value)}` : '';
}

export function ChartLegendControls({ layout, hidden, actions }: Props) {
  const { panels, statisticsWidth } = layout;
  return panels.map((panel) => {
    const { legend, label } = panel.line;
    if (!legend) return null;
    const getRowStyle = (row: number, from = 0, to = statisticsWidth - 8) => ({
      ...{ top: getLegendRowY(panel, row), left: CHART_PADDING_PX - 8 + from },
      ...{ width: to - from, height: LEGEND_ROW_HEIGHT_PX },
    });
    return (
      <PanelLegendControls key={label} panel={panel} legend={legend} getRowStyle={getRowStyle} actions={actions}>
        {legend.others && (
          <span className={classes['seriesControl']} style={getRowStyle(legend.rows.length)}>
            <HiddenSeriesSelect label={describeOtherSeries(legend)} options={hidden} onSelect={actions.select} />
          </span>
        )}
      </PanelLegendControls>
    );
  });
}

type PanelLegendProps = {
  panel: ChartPanel;
  legend: ChartLegendData;
  getRowStyle: (row: number, from?: number, to?: number) => CSSProperties;
  actions: SeriesActions;
  children: ReactNode;
};

/**
 * One row per series with a radio button and a toggle. For a hidden series the whole row is the toggle. One series
 * always stays visible.
 */
function PanelLegendControls({
  panel: { line },
  legend: { valueName, rows, chosen },
  getRowStyle,
  actions,
  children,
}: PanelLegendProps) {
  const markWidth = LEGEND_MARKER_WIDTH_PX + 8;
  const visibleCount = rows.filter(({ off }) => !off).length;
  return (
    <>
      <div role="radiogroup" aria-label={`Series of ${toVisibleText(line.label)}`}>
        {rows.map(
          ({ id, name, value, off }, row) =>
            !off && (
              <label key={id} className={classes['seriesControl']} style={getRowStyle(row, markWidth)} data-tip={name}>
                <input
                  type="radio"
                  className={shared['invisibleInput']}
                  name={`part of ${line.label}`}
                  aria-label={`${toVisibleText(name)}, ${valueName} ${formatMean(value)}`}
                  checked={row === chosen}
                  onChange={() => actions.select(id)}
                />
              </label>
            ),
        )}
      </div>
      {rows.map(({ id, name, off }, row) => (
        <button
          key={id}
          type="button"
          className={classes['seriesControl']}
          style={getRowStyle(row, 0, off ? undefined : markWidth)}
          aria-label={`Line of ${toVisibleText(name)} in ${toVisibleText(line.label)}`}
          aria-pressed={!off}
          data-tip={off ? `Show ${toVisibleText(name)}` : `Hide ${toVisibleText(name)}`}
          disabled={!off && visibleCount === 1}
          onClick={() => actions.toggle(id)}
        />
      ))}
      {children}
    </>
  );
}

type HiddenSeriesSelectProps = { label: string; options: readonly SeriesOption[]; onSelect: SeriesActions['select'] };

export function HiddenSeriesSelect({ label, options, onSelect }: HiddenSeriesSelectProps) {
  return (
    <select
      className={shared['invisibleInput']}
      aria-label={label}
      value=""
      onChange={({ currentTarget }) => onSelect(currentTarget.value)}
    >
      <option value="">{label}</option>
      {options.slice(0, OPTIONS_MAX).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
