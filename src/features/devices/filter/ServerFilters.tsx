import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, memo, useId, useMemo } from 'react';
import { CONNECTIVITY_VALUES, type DevicesRequest, PAIRING_FILTERS } from '#contract/device.ts';
import classes from '#features/devices/DevicesPage.module.css';
import { useDeviceList, useDevicesPage, useDevicesSearch } from '#features/devices/DevicesProvider.tsx';
import type { Fleet } from '#fleet/model/fleet.ts';
import { sortNaturally } from '#lib/text/foldText.ts';
import { useDebouncedUrlText } from '#ui/browser/useDebouncedUrlText.ts';
import { LabeledGroup } from '#ui/controls/LabeledGroup.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { SearchField, TextField } from '#ui/inputs/TextField.tsx';
import shared from '#ui/theme/shared.module.css';

export function ServerFilters() {
  const { connection } = useDevicesPage();
  const { fleet } = useDeviceList();
  return <ServerFilterFields products={useKnownProducts(connection.id, fleet)} />;
}

const ServerFilterFields = memo(function Selectors({ products }: { products: readonly string[] }) {
  const { request, go } = useDevicesPage();
  const { type, filter, productID } = request;
  const changeRequest = (part: { [Name in keyof DevicesRequest]: DevicesRequest[Name] | '' }) => {
    const parts = Object.entries({ ...request, ...part }).filter(([, value]) => value !== '');
    go.toRequest(Object.fromEntries(parts) as DevicesRequest); // without empty fields
  };
  return (
    <LabeledGroup className={classes['serverFilters']} aria-label="Load from the service">
      <span className={`${classes['word']} ${shared['muted']}`}>Load</span>
      <Select
        aria-label="Type"
        unhighlightedValue=""
        value={type ?? ''}
        options={[{ value: '', label: 'any type' }, ...PAIRING_FILTERS]}
        onValueChange={(chosen) => changeRequest({ type: chosen })}
      />
      <Select
        aria-label="Connectivity"
        unhighlightedValue=""
        value={filter ?? ''}
        options={[{ value: '', label: 'any connectivity' }, ...CONNECTIVITY_VALUES]}
        onValueChange={(chosen) => changeRequest({ filter: chosen })}
      />
      <ProductInput
        productID={productID ?? ''}
        products={products}
        onChange={(product) => changeRequest({ productID: product })}
      />
    </LabeledGroup>
  );
});

const PRODUCT_INPUT_OPTIONS = { delayMs: 400, normalize: (text: string) => text.trim() };

type ProductInputProps = { productID: string; products: readonly string[]; onChange: (productID: string) => void };

function ProductInput({ productID, products, onChange }: ProductInputProps) {
  const [text, setText, settle] = useDebouncedUrlText(productID, onChange, PRODUCT_INPUT_OPTIONS);
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

function useKnownProducts(connectionId: string, fleet: Fleet | undefined): readonly string[] {
  const client = useQueryClient();
  const own = fleet?.getDictionary(fleet.findColumn('productID'));
  // sorted once per list rather than with each batch
  const ownCount = own && fleet?.state !== 'reading' ? own.length : 0;
  return useMemo(() => {
    const fleets = client.getQueriesData<Fleet>({ queryKey: [connectionId, 'devices'] });
    const others = fleets.flatMap(([, other]) => other?.getDictionary(other.findColumn('productID')) ?? []);
    const seen = new Set([...others, ...(own ?? []).slice(0, ownCount)].filter(Boolean));
    return sortNaturally(seen, (product) => product);
  }, [client, connectionId, own, ownCount]);
}

/** Hint about search operators. Word joiners (U+2060) prevent a line break after an operator. */
const SEARCH_HINT =
  'admin:ann searches one field, "…" a whole value, +\u2060word a separate word; -\u2060word excludes; never finds times shown as never';

export function DeviceSearchField() {
  const { setSearch } = useDevicesPage();
  const { search, settleSearch } = useDevicesSearch();
  return (
    <SearchField
      className={classes['search']}
      aria-label="Search"
      placeholder="ID, name, admin …"
      data-tip={SEARCH_HINT}
      aria-description={SEARCH_HINT}
      value={search}
      onChange={({ target }) => setSearch(target.value)}
      // applies the search at once
      onBlur={settleSearch}
    />
  );
}
