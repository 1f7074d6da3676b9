import { panel } from './panel.tsx';

/** What holds everything else still until it is closed, by Escape, its × or a click beside it. */
export const Dialog = panel((panels) => panels.DialogPanel);

/** A page's second part that comes from its side, closed by Escape or its ×. */
export const Drawer = panel((panels) => panels.DrawerPanel);
