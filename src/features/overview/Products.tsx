import { useState } from 'react';
import type { CrossCount } from '#fleet/questions/crossCounts.ts';
import { formatCount } from '#lib/counts.ts';
import { RANKINGS, type Ranking } from '#paths/overview.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { Waiting } from '#ui/states/Waiting.tsx';
import { Heads, onlineOf, Product } from './ProductRows.tsx';
import classes from './Products.module.css';

/** Products listed at first, and at most: more of them are found in the list's filter. */
const LISTED = 12;
const LISTED_MAX = 200;

const RANKING_WORDS: Record<Ranking, string> = {
  most: 'most devices first',
  leastOnline: 'least online first',
  name: 'by name',
};

type Props = {
  /** Null where there are too many different ones, undefined until they were counted. */
  products: readonly CrossCount[] | undefined | null;
  /** Whether it is known which are online. */
  connected: boolean;
  ranking: Ranking;
  onRanking: (ranking: Ranking) => void;
};

/** Products by their number of devices, with the share that is online beside the fleet's. */
export function Products({ products, connected, ranking, onRanking }: Props) {
  return (
    <Pane
      title="Products"
      count={products ? formatCount(products.length) : undefined}
      aside={
        <Pick
          look="plain"
          aria-label="Order of the products"
          standard="most"
          options={RANKINGS.map((value) => ({ value, label: RANKING_WORDS[value] }))}
          value={ranking}
          onPick={onRanking}
        />
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
  const ranked = [...products].sort(ORDERS[ranking]).slice(0, listed);
  const most = Math.max(1, ...products.map(({ count }) => count));
  const all = products.reduce((sum, { count }) => sum + count, 0);
  const online = products.reduce((sum, product) => sum + onlineOf(product), 0);
  const fleet = online / Math.max(1, all);
  const hidden = Math.min(products.length, LISTED_MAX) - listed;
  return (
    <>
      <table className={classes['products']} aria-label="Products">
        <Heads fleet={connected ? fleet : undefined} />
        <tbody>
          {ranked.map((product) => (
            <Product key={product.value} product={product} most={most} fleet={connected ? fleet : undefined} />
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <Button look="link" onClick={() => setListed(LISTED_MAX)}>
          {`${formatCount(hidden)} more`}
        </Button>
      )}
      {hidden <= 0 && products.length > LISTED_MAX && (
        <p className={classes['rest']}>
          {formatCount(products.length - LISTED_MAX)} further ones are in the filter of the device list.
        </p>
      )}
    </>
  );
}

const byName = (a: CrossCount, b: CrossCount) => (a.value < b.value ? -1 : 1);

const ORDERS: Record<Ranking, (a: CrossCount, b: CrossCount) => number> = {
  most: (a, b) => b.count - a.count || byName(a, b),
  leastOnline: (a, b) => onlineOf(a) / a.count - onlineOf(b) / b.count || b.count - a.count || byName(a, b),
  name: byName,
};
