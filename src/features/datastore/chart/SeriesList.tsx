import { formatMean, pluralize } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import type { DrawnLine } from '#pipeline/documents/chartLines.ts';
import { seriesColor } from '#ui/theme/seriesHues.ts';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { Others, type PartName, type PartsHand } from './ChartParts.tsx';
import classes from './SeriesList.module.css';

type Props = { lines: readonly DrawnLine[]; hidden: readonly PartName[]; parts: PartsHand };

/** Legend of a narrow chart: a list below the plots with the means of every field. */
export function SeriesList({ lines, hidden, parts }: Props) {
  const { legend } = lines[0] ?? {};
  if (!legend) return null;
  const { rows, chosen, others } = legend;
  const fields = lines.map(({ label }) => toPlainText(label)).join(', ');
  const drawn = rows.filter(({ off }) => !off).length;
  return (
    <div className={classes['list']}>
      <div role="radiogroup" aria-label={`Parts of ${fields}`}>
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
              aria-label={`Line of ${toPlainText(name)}`}
              aria-pressed={!off}
              disabled={!off && drawn === 1}
              onClick={() => parts.toggle(id)}
            >
              <i className={classes['swatch']} style={{ color: seriesColor(row) }} data-off={off || undefined} />
            </button>
            <label className={classes['name']}>
              <input
                type="radio"
                className={shared['cover']}
                name="series"
                checked={row === chosen}
                onChange={() => parts.look(id)}
              />
              <PlainText text={name} />
              <span className={`${classes['means']} ${shared['small']}`}>{describeMeans(lines, row)}</span>
            </label>
          </div>
        ))}
      </div>
      {others && (
        <div className={`${classes['series']} ${shared['row']}`} data-others>
          <span className={classes['name']}>
            {pluralize(others.count, 'other')}
            <span className={`${classes['means']} ${shared['small']}`}>Choose one to draw it</span>
            <Others
              label={`${pluralize(others.count, 'other')}, mean ${formatMean(others.mean)}`}
              names={hidden}
              onPart={parts.look}
            />
          </span>
        </div>
      )}
    </div>
  );
}

function describeMeans(lines: readonly DrawnLine[], row: number): string {
  const mean = ({ legend }: DrawnLine) => formatMean(legend?.rows[row]?.mean ?? Number.NaN) || 'none';
  const [only] = lines;
  if (only && lines.length === 1) return `mean ${mean(only)}`;
  return lines.map((line) => `${toPlainText(line.label)} ${mean(line)}`).join(' · ');
}
