import { loaded } from '#ui/states/loaded.tsx';

/** What holds everything else still until it is closed, by Escape, its × or a click beside it. */
export const Dialog = loaded(async () => (await import('./panels.ts')).DialogPanel);

/** A page's second part that comes from its side, closed by Escape or its ×. */
export const Drawer = loaded(async () => (await import('./panels.ts')).DrawerPanel);
