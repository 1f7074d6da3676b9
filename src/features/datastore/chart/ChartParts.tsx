import type { CSSProperties, ReactNode } from 'react';
import { counted, meanText } from '#lib/counts.ts';
import {
  type ChartLayout,
  type ChartLegend,
  type ChartPanel,
  LINE_PX,
  legendTop,
  PADDING_PX,
  ROW_PX,
} from '#ui/charts/chartLayout.ts';
import shared from '#ui/theme/shared.module.css';
import classes from './ResultChart.module.css';

type Props = {
  layout: ChartLayout;
  /** The parts of which no line is drawn. */
  hidden: readonly string[];
  onPart: (name: string) => void;
};

/** More than these are too many for one list. */
const LISTED_MAX = 1000;

/** Over the legends of the picture, what chooses a part of them: the same in every plot. */
export function ChartParts({ layout, hidden, onPart }: Props) {
  const { panels, captionLines, figures, width } = layout;
  return panels.map((panel) => {
    const { legend, label } = panel.line;
    if (!legend) return null;
    if (captionLines > 0) {
      const names = [...legend.rows.map(({ name }) => name), ...hidden.slice(0, LISTED_MAX)];
      const place = {
        top: panel.top,
        left: PADDING_PX,
        width: width - 2 * PADDING_PX,
        height: 8 + captionLines * LINE_PX,
      };
      return (
        <span key={label} className={classes['part']} style={place}>
          <Others label={`Part of ${label}`} names={names} value={legend.rows[legend.chosen]?.name} onPart={onPart} />
        </span>
      );
    }
    const box = (row: number) => ({
      ...{ top: legendTop(panel, row), left: PADDING_PX - 8 },
      ...{ width: figures - 8, height: ROW_PX },
    });
    return (
      <Parts key={label} panel={panel} legend={legend} box={box} onPart={onPart}>
        {legend.others && (
          <span className={classes['part']} style={box(legend.rows.length)}>
            <Others
              label={`${counted(legend.others.count, 'other')}, mean ${meanText(legend.others.mean)}`}
              names={hidden.slice(0, LISTED_MAX)}
              onPart={onPart}
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
  box: (row: number) => CSSProperties;
  onPart: (name: string) => void;
  children: ReactNode;
};

/** A row each, of which one is chosen. */
function Parts({ panel: { line }, legend: { rows, chosen }, box, onPart, children }: PartsProps) {
  return (
    <>
      <div role="radiogroup" aria-label={`Parts of ${line.label}`}>
        {rows.map(({ name, mean }, row) => (
          <label key={`${String(row)} ${name}`} className={classes['part']} style={box(row)} data-tip={name}>
            <input
              type="radio"
              className={shared['cover']}
              name={`part of ${line.label}`}
              aria-label={`${name}, mean ${meanText(mean)}`}
              checked={row === chosen}
              onChange={() => onPart(name)}
            />
          </label>
        ))}
      </div>
      {children}
    </>
  );
}

type OthersProps = { label: string; names: readonly string[]; value?: string | undefined; onPart: Props['onPart'] };

/** A list of parts over what stands for it; without a value the list has none of them as its own. */
function Others({ label, names, value = '', onPart }: OthersProps) {
  return (
    <select
      className={shared['cover']}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onPart(currentTarget.value)}
    >
      {value === '' && <option value="">{label}</option>}
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}
