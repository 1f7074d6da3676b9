import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import type { CrossCount } from '#fleet/questions/crossCounts.ts';
import { formatCount } from '#lib/counts.ts';
import { productPath } from './links.ts';
import classes from './Products.module.css';

/** The last characters of a name, which are shown however little room it has. */
const END = /.{0,5}$/su;

/** `fleet` is the share of all that is online, undefined where that is not known. */
export function Heads({ fleet }: { fleet: number | undefined }) {
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

type ProductProps = { product: CrossCount; most: number; fleet: number | undefined };

export function Product({ product, most, fleet }: ProductProps) {
  const { value, count } = product;
  const online = onlineOf(product);
  return (
    <tr>
      <th scope="row">
        {/* its two parts would be heard as two words */}
        <Link className={classes['product']} to={productPath(value)} aria-label={value || undefined}>
          {value === '' ? <em>none</em> : <Name name={value} />}
        </Link>
      </th>
      <td className={classes['bars']}>
        <span className={classes['bar']} style={shareOf(count / most)} />
      </td>
      <td className={classes['count']}>{formatCount(count)}</td>
      {fleet !== undefined && (
        <>
          <td className={classes['share']}>
            <span className={classes['bar']} data-good style={{ ...shareOf(online / count), ...markOf(fleet) }} />
          </td>
          <td className={classes['words']}>
            <span>{`${formatCount(online)} of ${formatCount(count)}`}</span> {percent(online / count)}
          </td>
        </>
      )}
    </tr>
  );
}

/** A name that does not fit loses its middle. */
function Name({ name }: { name: string }) {
  const [end = ''] = END.exec(name) ?? [];
  return (
    <>
      <span className={classes['begin']}>{name.slice(0, name.length - end.length)}</span>
      <span className={classes['end']}>{end}</span>
    </>
  );
}

/** How many devices of a product are online. */
export function onlineOf({ by }: CrossCount): number {
  return by.get('online') ?? 0;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** How much of a bar is filled, 0 to 1. */
function shareOf(share: number): CSSProperties {
  return { '--share': share } as CSSProperties; // custom properties are not in its type
}

/** Where the fleet's own share is marked. */
function markOf(share: number): CSSProperties {
  return { '--mark': share } as CSSProperties; // as above
}
