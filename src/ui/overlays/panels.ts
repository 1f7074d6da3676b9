/** What opens over a page, as one piece of code: it is wanted soon after any of it is. */
export { Library } from '#ui/theme/Library.tsx';
export { MenuPanel, PopoverPanel, TooltipPanel } from './hangingPanels.tsx';
export { DialogPanel, DrawerPanel } from './modalPanels.tsx';
export { ToastPanel } from './ToastPanel.tsx';
