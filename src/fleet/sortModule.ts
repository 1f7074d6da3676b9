import { LazyModule } from '#lib/lazyModule.ts';

/** Code for sorting without a worker. Lazy, because only sorted lists need it for their first rows. */
export const sortModule = new LazyModule(() => import('#fleet/sort/computeRowOrder.ts'));
