/** What opens over a page, as one piece of code: it is wanted soon after any of it is. */
export { DialogPanel } from './DialogPanel.tsx';
export { DrawerPanel } from './DrawerPanel.tsx';
export { MenuPanel } from './MenuPanel.tsx';
export { PopoverPanel } from './PopoverPanel.tsx';
export { ToastPanel } from './ToastPanel.tsx';
export { TooltipPanel } from './TooltipPanel.tsx';
