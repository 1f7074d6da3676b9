import { Link } from 'react-router-dom';
import { formatCount } from '#lib/counts.ts';
import type { TimeField } from '#paths/overview.ts';
import { barName } from '#ui/charts/timeScale.ts';
import { ScrollRegion } from '#ui/viewers/ScrollRegion.tsx';
import { checkPath, IMPLAUSIBLE, rangePath, SEE_CHECK } from './links.ts';
import type { TimeSummary } from './summary.ts';
import classes from './TimePane.module.css';

/** A row's name leads to its devices; where `link` leads, there may be others. */
type Row = { name: string; count: number; to: string; link?: string };

/** The bars as rows, those that have no bar among them: the sum is every device. */
export function TimeTable({ field, title, time }: { field: TimeField; title: string; time: TimeSummary }) {
  const { scale, histogram } = time;
  const { counts, never, outside, implausible } = histogram;
  const edges = scale?.edges ?? [];
  const rows: Row[] = [
    ...(never > 0 ? [{ name: 'never', count: never, to: rangePath(field, { missing: 'only' }) }] : []),
    ...Array.from(counts, (count, bar) => ({
      name: scale ? barName(scale, bar) : '',
      count,
      to: rangePath(field, { from: edges[bar] ?? 0, to: (edges[bar + 1] ?? 0) - 1 }),
    })),
    ...(outside > 0
      ? [{ name: 'later than now', count: outside, to: rangePath(field, { from: edges.at(-1) ?? 0 }) }]
      : []),
    ...(implausible > 0
      ? [{ name: 'before 2000 or unreadable', count: implausible, to: checkPath(IMPLAUSIBLE), link: SEE_CHECK }]
      : []),
  ];
  const sum = rows.reduce((all, { count }) => all + count, 0);
  return (
    <ScrollRegion className={classes['table']} aria-label={`${title}, all rows`}>
      <table aria-label={`${title}${scale ? `, ${scale.unit} a row` : ''}`}>
        <thead>
          <tr>
            <th scope="col">{field}</th>
            <th scope="col">devices</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, count, to, link }) => (
            <tr key={name}>
              <th scope="row">
                {link && `${name}, `}
                {count > 0 ? <Link to={to}>{link ?? name}</Link> : name}
              </th>
              <td>{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">sum</th>
            <td>{formatCount(sum)}</td>
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  );
}
