import type { CSSProperties, ReactNode } from 'react';
import { formatMean, pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import {
  type ChartLayout,
  type ChartLegend,
  type ChartPanel,
  legendTop,
  MARK_PX,
  PADDING_PX,
  ROW_PX,
} from '#ui/charts/chartLayout.ts';
import shared from '#ui/theme/shared.module.css';
import classes from './ResultChart.module.css';

type Props = {
  layout: ChartLayout;
  /** Groups without a visible line. */
  hidden: readonly PartName[];
  parts: PartsHand;
};

export type PartName = { id: string; name: string };

export type PartsHand = { look: (id: string) => void; toggle: (id: string) => void };

const LISTED_MAX = 1000;

/** Transparent controls over the legends of the SVG: select a group, toggle its line. All panels share the state. */
export function ChartParts({ layout, hidden, parts }: Props) {
  const { panels, figures } = layout;
  return panels.map((panel) => {
    const { legend, label } = panel.line;
    if (!legend) return null;
    const box = (row: number, from = 0, to = figures - 8) => ({
      ...{ top: legendTop(panel, row), left: PADDING_PX - 8 + from },
      ...{ width: to - from, height: ROW_PX },
    });
    return (
      <Parts key={label} panel={panel} legend={legend} box={box} parts={parts}>
        {legend.others && (
          <span className={classes['part']} style={box(legend.rows.length)}>
            <Others
              label={`${pluralize(legend.others.count, 'other')}, mean ${formatMean(legend.others.mean)}`}
              names={hidden}
              onPart={parts.look}
            />
          </span>
        )}
      </Parts>
    );
  });
}

type PartsProps = {
  panel: ChartPanel;
  legend: ChartLegend;
  box: (row: number, from?: number, to?: number) => CSSProperties;
  parts: PartsHand;
  children: ReactNode;
};

/** One row per group, with a radio button and a toggle. For a hidden group the whole row is the toggle. One line always stays. */
function Parts({ panel: { line }, legend: { rows, chosen }, box, parts, children }: PartsProps) {
  const mark = MARK_PX + 8;
  const drawn = rows.filter(({ off }) => !off).length;
  return (
    <>
      <div role="radiogroup" aria-label={`Parts of ${toPlainText(line.label)}`}>
        {rows.map(
          ({ id, name, mean, off }, row) =>
            !off && (
              <label key={id} className={classes['part']} style={box(row, mark)} data-tip={name}>
                <input
                  type="radio"
                  className={shared['cover']}
                  name={`part of ${line.label}`}
                  aria-label={`${toPlainText(name)}, mean ${formatMean(mean)}`}
                  checked={row === chosen}
                  onChange={() => parts.look(id)}
                />
              </label>
            ),
        )}
      </div>
      {rows.map(({ id, name, off }, row) => (
        <button
          key={id}
          type="button"
          className={classes['part']}
          style={box(row, 0, off ? undefined : mark)}
          aria-label={`Line of ${toPlainText(name)} in ${toPlainText(line.label)}`}
          aria-pressed={!off}
          data-tip={off ? `Show ${toPlainText(name)}` : `Hide ${toPlainText(name)}`}
          disabled={!off && drawn === 1}
          onClick={() => parts.toggle(id)}
        />
      ))}
      {children}
    </>
  );
}

type OthersProps = { label: string; names: readonly PartName[]; onPart: PartsHand['look'] };

/** A select of the hidden groups, placed over the legend row that summarizes them. */
export function Others({ label, names, onPart }: OthersProps) {
  return (
    <select
      className={shared['cover']}
      aria-label={label}
      value=""
      onChange={({ currentTarget }) => onPart(currentTarget.value)}
    >
      <option value="">{label}</option>
      {names.slice(0, LISTED_MAX).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
