import { Later } from '#lib/later.ts';

/** What sorts a list on the page: no list needs it for its first rows, but one that is opened in an order. */
export const sorting = new Later(() => import('#fleet/order/order.ts'));
