import { LazyModule } from '#lib/lazyModule.ts';

/** What sorts a list on the page: no list needs it for its first rows, but one that is opened in an order. */
export const sorting = new LazyModule(() => import('#fleet/order/order.ts'));
