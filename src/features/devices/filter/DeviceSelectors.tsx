import { type KeyboardEvent, memo, useId, useState } from 'react';
import { CONNECTIVITIES, DEVICE_TYPES, type DevicesRequest } from '#contract/device.ts';
import classes from '#features/devices/DevicesPage.module.css';
import { Pick } from '#ui/controls/Pick.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';

type Props = {
  request: DevicesRequest;
  /** Products seen so far, offered as one types. */
  products: readonly string[];
  onRequest: (request: DevicesRequest) => void;
};

/** What the service selects by; "any" sends no field at all. */
export const DeviceSelectors = memo(function DeviceSelectors({ request, products, onRequest }: Props) {
  const { type, filter, productID } = request;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws itself
    <span className={classes['asked']} role="group" aria-label="Ask the service for">
      <span className={classes['word']}>Ask for</span>
      <Pick
        aria-label="Type"
        standard=""
        value={type ?? ''}
        options={[{ value: '', label: 'any type' }, ...DEVICE_TYPES]}
        onPick={(chosen) => {
          const { type: _, ...rest } = request;
          onRequest(chosen ? { ...rest, type: chosen } : rest);
        }}
      />
      <Pick
        aria-label="Connectivity"
        standard=""
        value={filter ?? ''}
        options={[{ value: '', label: 'any connectivity' }, ...CONNECTIVITIES]}
        onPick={(chosen) => {
          const { filter: _, ...rest } = request;
          onRequest(chosen ? { ...rest, filter: chosen } : rest);
        }}
      />
      <ProductInput
        key={productID ?? ''}
        productID={productID ?? ''}
        products={products}
        onProduct={(product) => {
          const { productID: _, ...rest } = request;
          onRequest(product ? { ...rest, productID: product } : rest);
        }}
      />
    </span>
  );
});

type ProductProps = { productID: string; products: readonly string[]; onProduct: (productID: string) => void };

function ProductInput({ productID, products, onProduct }: ProductProps) {
  const [text, setText] = useState(productID);
  const list = useId();
  const apply = (product: string) => {
    if (product.trim() !== productID) onProduct(product.trim());
  };
  return (
    <>
      <TextField
        className={classes['product']}
        aria-label="Product starts with"
        list={list}
        value={text}
        placeholder="product starts with …"
        onChange={({ target }) => {
          setText(target.value);
          // chosen from the list, or emptied: there is nothing more to type
          if (target.value === '' || products.includes(target.value)) apply(target.value);
        }}
        onBlur={() => apply(text)}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && apply(text)}
      />
      <datalist id={list}>
        {products.map((product) => (
          <option key={product} value={product} />
        ))}
      </datalist>
    </>
  );
}
