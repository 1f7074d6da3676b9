import { Link } from 'react-router-dom';
import type { Connectivity } from '#api/list/useConnectivity.ts';
import { CONNECTIONS } from '#paths/addresses.ts';
import { type OverviewState, TIMES, type TimeField } from '#paths/overview.ts';
import type { RangeState } from '#paths/ranges.ts';
import { PageBody } from '#ui/page/PageBody.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import { Checks } from './Checks.tsx';
import { FleetSum } from './FleetSum.tsx';
import classes from './OverviewPage.module.css';
import { Products } from './Products.tsx';
import type { Summary } from './summary.ts';
import { TimePane } from './TimePane.tsx';

type Props = {
  summary: Summary;
  state: OverviewState;
  connectivity: Connectivity;
  onState: (state: Partial<OverviewState>) => void;
  onAgain: () => void;
};

/** A list summed up. */
export function Overview({ summary, state, connectivity, onState, onAgain }: Props) {
  const { fleet, connected, times, checked } = summary;
  const { ranges, tables } = state;
  if (fleet.state === 'complete' && fleet.count === 0 && fleet.progress.badCount === 0) {
    return (
      <PageBody>
        <EmptyState
          title="No device is registered with this project"
          action={{ label: 'Ask again', run: onAgain }}
          further={<Link to={CONNECTIONS}>Switch connection</Link>}
        >
          The service answered the whole list, and it is empty. Devices appear here once they are registered; this
          console only reads.
        </EmptyState>
      </PageBody>
    );
  }
  const products = 'products' in summary ? (summary.products ?? null) : undefined;
  const setRange = (field: TimeField, range: RangeState | undefined) => {
    const { [field]: _, ...others } = ranges;
    onState({ ranges: range ? { ...others, [field]: range } : others });
  };
  return (
    <div className={classes['page']}>
      <FleetSum
        summary={summary}
        whole={fleet.state === 'complete' ? 'registered' : 'came'}
        unknown={whyUnknown(summary, connectivity)}
      />
      <div className={classes['panes']}>
        <Products
          products={products}
          connected={connected}
          ranking={state.ranking}
          onRanking={(ranking) => onState({ ranking })}
        />
        <Checks checked={checked} />
      </div>
      <div className={classes['panes']} data-halves>
        {TIMES.map((field) => (
          <TimePane
            key={field}
            field={field}
            time={times?.[field]}
            range={ranges[field]}
            onRange={(range) => setRange(field, range)}
            asTable={tables.includes(field)}
            onTable={(on) => onState({ tables: on ? [...tables, field] : tables.filter((table) => table !== field) })}
          />
        ))}
      </div>
    </div>
  );
}

function whyUnknown({ fleet }: Summary, { error }: Connectivity): string {
  if (error) return `Connectivity is not known: ${error.message}`;
  if (fleet.state === 'reading') return 'Which are online is asked once all devices are here.';
  if (fleet.state === 'incomplete') return 'Which are online is not asked for a part of the devices.';
  return 'asking which are online…';
}
