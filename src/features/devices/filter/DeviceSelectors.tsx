import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, memo, useId, useMemo } from 'react';
import { CONNECTIVITIES, DEVICE_TYPES, type DevicesRequest } from '#contract/device.ts';
import classes from '#features/devices/DevicesPage.module.css';
import { useDeviceList, useDevices, useDevicesSearch } from '#features/devices/DevicesPlace.tsx';
import type { Fleet } from '#fleet/model/fleet.ts';
import { sortNaturally } from '#lib/text/foldText.ts';
import { Group } from '#ui/controls/Group.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { SearchField } from '#ui/inputs/SearchField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTypedText } from './useTypedText.ts';

/** Selectors that the service applies; "any" omits the field from the request. */
export function DeviceSelectors() {
  const { connection } = useDevices();
  const { fleet } = useDeviceList();
  return <Selectors products={useProductsSeen(connection.id, fleet)} />;
}

const Selectors = memo(function Selectors({ products }: { products: readonly string[] }) {
  const { request, go } = useDevices();
  const { type, filter, productID } = request;
  const ask = (part: { [Name in keyof DevicesRequest]: DevicesRequest[Name] | '' }) => {
    const parts = Object.entries({ ...request, ...part }).filter(([, value]) => value !== '');
    go.toRequest(Object.fromEntries(parts) as DevicesRequest); // without empty fields
  };
  return (
    <Group className={classes['asked']} aria-label="Ask the service for">
      <span className={`${classes['word']} ${shared['muted']}`}>Ask for</span>
      <Pick
        aria-label="Type"
        standard=""
        value={type ?? ''}
        options={[{ value: '', label: 'any type' }, ...DEVICE_TYPES]}
        onPick={(chosen) => ask({ type: chosen })}
      />
      <Pick
        aria-label="Connectivity"
        standard=""
        value={filter ?? ''}
        options={[{ value: '', label: 'any connectivity' }, ...CONNECTIVITIES]}
        onPick={(chosen) => ask({ filter: chosen })}
      />
      <ProductInput
        productID={productID ?? ''}
        products={products}
        onProduct={(product) => ask({ productID: product })}
      />
    </Group>
  );
});

/** Requests after this pause in typing; surrounding spaces are ignored. */
const PRODUCT_TYPING = { pauseMs: 400, normalize: (text: string) => text.trim() };

type ProductProps = { productID: string; products: readonly string[]; onProduct: (productID: string) => void };

function ProductInput({ productID, products, onProduct }: ProductProps) {
  const [text, setText, settle] = useTypedText(productID, onProduct, PRODUCT_TYPING);
  const list = useId();
  return (
    <>
      <TextField
        className={classes['product']}
        aria-label="Product starts with"
        list={list}
        value={text}
        placeholder="product starts with …"
        onChange={({ target }) => setText(target.value)}
        onBlur={settle}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && settle()}
      />
      <datalist id={list}>
        {products.map((product) => (
          <option key={product} value={product} />
        ))}
      </datalist>
    </>
  );
}

function useProductsSeen(connectionId: string, fleet: Fleet | undefined): readonly string[] {
  const client = useQueryClient();
  const own = fleet?.dictionary(fleet.columnOf('productID'));
  const ownCount = own?.length ?? 0;
  return useMemo(() => {
    const fleets = client.getQueriesData<Fleet>({ queryKey: [connectionId, 'devices'] });
    const others = fleets.flatMap(([, other]) => other?.dictionary(other.columnOf('productID')) ?? []);
    const seen = new Set([...others, ...(own ?? []).slice(0, ownCount)].filter(Boolean));
    return sortNaturally(seen, (product) => product);
  }, [client, connectionId, own, ownCount]);
}

/** Hint about search operators; word joiners keep a line from breaking after a sign. */
const OPERATORS =
  'admin:ann looks in one field, "…" for a whole value, +\u2060word by itself, -\u2060word leaves out, never finds times that are shown as never';

export function SearchDevices() {
  const { setSearch } = useDevices();
  const { search, settleSearch } = useDevicesSearch();
  return (
    <SearchField
      className={classes['search']}
      aria-label="Search"
      placeholder="ID, name, admin …"
      data-tip={OPERATORS}
      aria-description={OPERATORS}
      value={search}
      onChange={({ target }) => setSearch(target.value)}
      // applies the search at once
      onBlur={settleSearch}
    />
  );
}
