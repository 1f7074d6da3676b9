export { MantineScope } from '#ui/theme/MantineScope.tsx';
export { DialogPanel, DrawerPanel } from './modals.tsx';
export { MenuPanel, PopoverPanel, TooltipPanel } from './popovers.tsx';
export { ToastPanel } from './ToastPanel.tsx';
