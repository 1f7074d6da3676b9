import { LazyModule } from '#lib/lazyModule.ts';

/** Code for sorting on the page; loaded later, because only sorted lists need it for their first rows. */
export const sortModule = new LazyModule(() => import('#fleet/sort/computeRowOrder.ts'));
