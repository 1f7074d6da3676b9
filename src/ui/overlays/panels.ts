/** All overlays as one chunk, as one is usually followed by others. */
export { Library } from '#ui/theme/Library.tsx';
export { MenuPanel, PopoverPanel, TooltipPanel } from './hangingPanels.tsx';
export { DialogPanel, DrawerPanel } from './modalPanels.tsx';
export { ToastPanel } from './ToastPanel.tsx';
