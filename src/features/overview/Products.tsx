import { type CSSProperties, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CrossCount } from '#fleet/questions/crossCounts.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import { describeTyped } from '#lib/json/typedText.ts';
import { sortNaturally } from '#lib/text/foldText.ts';
import { RANKINGS, type Ranking } from '#paths/overview.ts';
import type { PaneTable } from '#ui/charts/paneImage.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { Waiting } from '#ui/states/Waiting.tsx';
import { PlainText } from '#ui/values/PlainText.tsx';
import { productPath } from './links.ts';
import { OverviewPaneMenu } from './OverviewPaneMenu.tsx';
import classes from './Products.module.css';

/** Numbers of products listed: at first, and added per click. */
const LISTED = 12;
const LISTED_MORE = 500;

const RANKING_WORDS: Record<Ranking, string> = {
  most: 'most devices first',
  mostOffline: 'most offline first',
  leastOnline: 'highest share offline first',
  name: 'by name',
};

type Props = {
  /** Null if there are too many distinct values, undefined until they are counted. */
  products: readonly CrossCount[] | undefined | null;
  connected: boolean;
  ranking: Ranking;
  onRanking: (ranking: Ranking) => void;
};

export function Products({ products, connected, ranking, onRanking }: Props) {
  return (
    <Pane
      title="Products"
      count={products ? formatCount(products.length) : undefined}
      aside={
        <>
          <Pick
            look="plain"
            aria-label="Order of the products"
            standard="most"
            options={RANKINGS.map((value) => ({ value, label: RANKING_WORDS[value] }))}
            value={ranking}
            onPick={onRanking}
          />
          {products && (
            <OverviewPaneMenu
              title="Products"
              tabulate={() => tabulateProducts(rankProducts(products, ranking), connected)}
            />
          )}
        </>
      }
    >
      {products === undefined && <Waiting label="Counting products" rows={6} height={24} />}
      {products === null && <p>There are too many different products to rank: more than 16,000.</p>}
      {products && <Ranked products={products} connected={connected} ranking={ranking} />}
    </Pane>
  );
}

type RankedProps = { products: readonly CrossCount[]; connected: boolean; ranking: Ranking };

function Ranked({ products, connected, ranking }: RankedProps) {
  const [listed, setListed] = useState(LISTED);
  const ranked = rankProducts(products, ranking).slice(0, listed);
  const most = Math.max(1, ...products.map(({ count }) => count));
  const all = products.reduce((sum, { count }) => sum + count, 0);
  const online = products.reduce((sum, product) => sum + onlineOf(product), 0);
  const fleet = online / Math.max(1, all);
  const hidden = products.length - listed;
  return (
    <>
      <table className={classes['products']} aria-label="Products">
        <Heads fleet={connected ? fleet : undefined} />
        <tbody>
          {ranked.map((product) => (
            <Product
              key={product.value}
              product={product}
              most={most}
              fleet={connected ? fleet : undefined}
              offline={ranking === 'mostOffline' || ranking === 'leastOnline'}
            />
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <Button look="link" onClick={() => setListed(listed + LISTED_MORE)}>
          {hidden > LISTED_MORE
            ? `${formatCount(LISTED_MORE)} more of ${formatCount(hidden)}`
            : `${formatCount(hidden)} more`}
        </Button>
      )}
    </>
  );
}

const ORDERS: Record<Ranking, (a: CrossCount, b: CrossCount) => number> = {
  most: (a, b) => b.count - a.count,
  mostOffline: (a, b) => b.count - onlineOf(b) - (a.count - onlineOf(a)) || b.count - a.count,
  leastOnline: (a, b) => onlineOf(a) / a.count - onlineOf(b) / b.count || b.count - a.count,
  name: () => 0,
};

function rankProducts(products: readonly CrossCount[], ranking: Ranking): CrossCount[] {
  return sortNaturally(products, ({ value }) => value, ORDERS[ranking]);
}

function tabulateProducts(products: readonly CrossCount[], connected: boolean): Omit<PaneTable, 'title'> {
  return {
    headings: ['productID', 'devices', ...(connected ? ['online', 'offline', 'offline %'] : [])],
    rows: products.map((product) => {
      const { value, count } = product;
      const offline = count - onlineOf(product);
      return [
        describeTyped(value) || 'none',
        count,
        ...(connected ? [count - offline, offline, percent(offline / count)] : []),
      ];
    }),
    bars: 'beside',
  };
}

/** The last characters of a name, which are never truncated. */
const END = /.{0,5}$/su;

/** `fleet` is the online share of the fleet; undefined if connectivity is unknown. */
function Heads({ fleet }: { fleet: number | undefined }) {
  return (
    <thead>
      <tr>
        <th scope="col">productID</th>
        <th scope="col" className={classes['bars']}>
          <span data-spoken>share of the largest</span>
        </th>
        <th scope="col" className={classes['count']}>
          devices
        </th>
        {fleet !== undefined && (
          <>
            <th scope="col" className={classes['share']}>
              online <span className={classes['fleet']}>fleet {percent(fleet)}</span>
            </th>
            <th scope="col" className={classes['words']}>
              <span data-spoken>online of devices</span>
            </th>
          </>
        )}
      </tr>
    </thead>
  );
}

type ProductProps = {
  product: CrossCount;
  most: number;
  fleet: number | undefined;
  /** True to show the offline count, for rankings by it. */
  offline: boolean;
};

function Product({ product, most, fleet, offline }: ProductProps) {
  const { value, count } = product;
  const online = onlineOf(product);
  return (
    <tr>
      <th scope="row">
        {/* screen readers would read the two parts as separate words */}
        <Link
          className={classes['product']}
          to={productPath(value)}
          aria-label={toPlainText(describeTyped(value)) || undefined}
        >
          {value === '' ? <em>none</em> : <Name name={describeTyped(value)} />}
        </Link>
      </th>
      <td className={classes['bars']}>
        <span className={classes['bar']} style={properties({ share: count / most })} />
      </td>
      <td className={classes['count']}>{formatCount(count)}</td>
      {fleet !== undefined && (
        <>
          <td className={classes['share']}>
            <span className={classes['bar']} data-good style={properties({ share: online / count, mark: fleet })} />
          </td>
          <td className={classes['words']}>
            {offline ? (
              <>
                <span>{`${formatCount(count - online)} offline of ${formatCount(count)}`}</span>{' '}
                {percent(1 - online / count)}
              </>
            ) : (
              <>
                <span>{`${formatCount(online)} of ${formatCount(count)}`}</span> {percent(online / count)}
              </>
            )}
          </td>
        </>
      )}
    </tr>
  );
}

/** Truncates a long name in the middle. */
function Name({ name }: { name: string }) {
  const [end = ''] = END.exec(name) ?? [];
  // bidirectional text in two parts would be displayed in the wrong order
  if (toPlainText(name) !== name) return <PlainText text={name} />;
  return (
    <>
      <span className={classes['begin']}>{name.slice(0, name.length - end.length)}</span>
      <span className={classes['end']}>{end}</span>
    </>
  );
}

function onlineOf({ by }: CrossCount): number {
  return by.get('online') ?? 0;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** `share`: filled part of the bar, 0 to 1; `mark`: position of the fleet's share. */
function properties({ share, mark }: { share: number; mark?: number }): CSSProperties {
  return { '--share': share, '--mark': mark } as CSSProperties; // CSSProperties has no custom properties
}
