import { type CSSProperties, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CrossTabRow } from '#fleet/queries/crossTabulate.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { describeTypePrefixedText } from '#lib/json/typePrefixedText.ts';
import { sortNaturally } from '#lib/text/foldText.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { Skeleton } from '#ui/states/Skeleton.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE } from '#urls/devices.ts';
import { PRODUCT_RANKINGS, type ProductRanking } from '#urls/overview.ts';
import { DEVICES_PATH } from '#urls/routePaths.ts';
import { buildDevicesByProductUrl } from './links.ts';
import { OverviewPaneMenu, type PaneTable } from './OverviewPaneMenu.tsx';
import classes from './ProductsPane.module.css';

const LISTED_PRODUCTS = 12;
const LISTED_PRODUCTS_STEP = 500;

const RANKING_LABELS: Record<ProductRanking, string> = {
  most: 'most devices first',
  mostOffline: 'most offline first',
  leastOnline: 'highest share offline first',
  name: 'by name',
};

type Props = {
  /** Undefined until the products are counted. Null if there are too many distinct values. */
  products: readonly CrossTabRow[] | undefined | null;
  isConnectivityKnown: boolean;
  ranking: ProductRanking;
  onRankingChange: (ranking: ProductRanking) => void;
};

export function ProductsPane({ products, isConnectivityKnown, ranking, onRankingChange }: Props) {
  return (
    <Pane
      title="Products"
      count={products && <span translate="no">{formatCount(products.length)}</span>}
      aside={
        <>
          <Select
            variant="plain"
            aria-label="Order of the products"
            unhighlightedValue="most"
            options={PRODUCT_RANKINGS.map((value) => ({ value, label: RANKING_LABELS[value] }))}
            value={ranking}
            onValueChange={onRankingChange}
          />
          {products && (
            <OverviewPaneMenu
              title="Products"
              pin={{
                link: buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, request: { filter: 'online' } }),
                show: 'bars',
                by: 'productID',
                of: DEVICES_PATH,
              }}
              createTable={() => tabulateProducts(rankProducts(products, ranking), isConnectivityKnown)}
            />
          )}
        </>
      }
    >
      {products === undefined && <Skeleton label="Counting products" rows={6} rowHeight={24} />}
      {products === null && <p>There are too many different products to rank: more than 16,000.</p>}
      {products && <ProductTable products={products} isConnectivityKnown={isConnectivityKnown} ranking={ranking} />}
    </Pane>
  );
}

type ProductTableProps = { products: readonly CrossTabRow[]; isConnectivityKnown: boolean; ranking: ProductRanking };

function ProductTable({ products, isConnectivityKnown, ranking }: ProductTableProps) {
  const [listed, setListed] = useState(LISTED_PRODUCTS);
  const ranked = rankProducts(products, ranking).slice(0, listed);
  const most = Math.max(1, ...products.map(({ count }) => count));
  const all = products.reduce((sum, { count }) => sum + count, 0);
  const online = products.reduce((sum, product) => sum + getOnlineCount(product), 0);
  const fleet = online / Math.max(1, all);
  const hidden = products.length - listed;
  return (
    <>
      <table translate="no" className={classes['products']} aria-label="Products">
        <ProductTableHead fleetShare={isConnectivityKnown ? fleet : undefined} />
        <tbody>
          {ranked.map((product) => (
            <ProductRow
              key={product.value}
              product={product}
              maxCount={most}
              fleetShare={isConnectivityKnown ? fleet : undefined}
              showsOffline={ranking === 'mostOffline' || ranking === 'leastOnline'}
            />
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <Button variant="link" onClick={() => setListed(listed + LISTED_PRODUCTS_STEP)}>
          {hidden > LISTED_PRODUCTS_STEP
            ? `${formatCount(LISTED_PRODUCTS_STEP)} more of ${formatCount(hidden)}`
            : `${formatCount(hidden)} more`}
        </Button>
      )}
    </>
  );
}

const COMPARERS: Record<ProductRanking, (a: CrossTabRow, b: CrossTabRow) => number> = {
  most: (a, b) => b.count - a.count,
  mostOffline: (a, b) => b.count - getOnlineCount(b) - (a.count - getOnlineCount(a)) || b.count - a.count,
  leastOnline: (a, b) => getOnlineCount(a) / a.count - getOnlineCount(b) / b.count || b.count - a.count,
  name: () => 0,
};

function rankProducts(products: readonly CrossTabRow[], ranking: ProductRanking): CrossTabRow[] {
  return sortNaturally(products, ({ value }) => value, COMPARERS[ranking]);
}

function tabulateProducts(products: readonly CrossTabRow[], connected: boolean): PaneTable {
  return {
    headings: ['productID', 'devices', ...(connected ? ['online', 'offline', 'offline %'] : [])],
    rows: products.map((product) => {
      const { value, count } = product;
      const offline = count - getOnlineCount(product);
      return [
        describeTypePrefixedText(value) || 'none',
        count,
        ...(connected ? [count - offline, offline, formatWholePercent(offline / count)] : []),
      ];
    }),
  };
}

const NAME_END = /.{0,5}$/su;

function ProductTableHead({ fleetShare }: { fleetShare: number | undefined }) {
  return (
    <thead>
      <tr>
        <th scope="col">productID</th>
        <th scope="col" className={classes['bars']}>
          <span data-spoken>devices, relative to the largest product</span>
        </th>
        <th scope="col" className={classes['count']}>
          devices
        </th>
        {fleetShare !== undefined && (
          <>
            <th scope="col" className={classes['share']}>
              online <span className={classes['fleet']}>{`fleet ${formatWholePercent(fleetShare)}`}</span>
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

type ProductRowProps = {
  product: CrossTabRow;
  maxCount: number;
  fleetShare: number | undefined;
  showsOffline: boolean;
};

function ProductRow({ product, maxCount, fleetShare, showsOffline }: ProductRowProps) {
  const { value, count } = product;
  const online = getOnlineCount(product);
  return (
    <tr>
      <th scope="row">
        {/* screen readers would read the two parts as separate words */}
        <Link
          className={classes['product']}
          to={buildDevicesByProductUrl(value)}
          aria-label={toVisibleText(describeTypePrefixedText(value)) || undefined}
        >
          {value === '' ? <em>none</em> : <ProductName name={describeTypePrefixedText(value)} />}
        </Link>
      </th>
      <td className={classes['bars']}>
        <span className={`${shared['bar']} ${classes['bar']}`} style={createBarStyle({ share: count / maxCount })} />
      </td>
      <td className={classes['count']}>{formatCount(count)}</td>
      {fleetShare !== undefined && (
        <>
          <td className={classes['share']}>
            <span
              className={`${shared['bar']} ${classes['bar']}`}
              data-good
              style={createBarStyle({ share: online / count, mark: fleetShare })}
            />
          </td>
          <td className={classes['words']}>
            {showsOffline ? (
              <>
                <span>{`${formatCount(count - online)} offline of ${formatCount(count)}`}</span>{' '}
                {formatWholePercent(1 - online / count)}
              </>
            ) : (
              <>
                <span>{`${formatCount(online)} of ${formatCount(count)}`}</span> {formatWholePercent(online / count)}
              </>
            )}
          </td>
        </>
      )}
    </tr>
  );
}

function ProductName({ name }: { name: string }) {
  const [end = ''] = NAME_END.exec(name) ?? [];
  // bidirectional text in two parts would be displayed in the wrong order
  if (toVisibleText(name) !== name) return <PlainText text={name} />;
  return (
    <>
      <span className={classes['begin']}>{name.slice(0, name.length - end.length)}</span>
      <span className={classes['end']}>{end}</span>
    </>
  );
}

function getOnlineCount({ countsByLabel }: CrossTabRow): number {
  return countsByLabel.get('online') ?? 0;
}

function formatWholePercent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

export function createBarStyle({ share, mark }: { share: number; mark?: number }): CSSProperties {
  return { '--share': share, '--mark': mark } as CSSProperties; // CSSProperties has no custom properties
}
