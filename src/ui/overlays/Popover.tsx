import { type ReactNode, useState } from 'react';
import { useRegisterPageActions } from '#ui/controls/pageActionRegistry.ts';
import { lazyOverlay } from './lazyOverlay.tsx';
import { type OverlayTriggerProps, type PopoverLayout, useOverlayTrigger } from './useOverlayTrigger.ts';

const PopoverPanel = lazyOverlay((panels) => panels.PopoverPanel);

export const preloadPopover = () => PopoverPanel.preload();

type Props = {
  label: string;
  renderTrigger: (control: OverlayTriggerProps) => ReactNode;
  controlledState?: readonly [opened: boolean, toggle: (opened: boolean) => void];
  placement?: PopoverLayout;
  inPalette?: boolean;
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** Non-modal popover. Escape or a click outside closes it. The click also has its normal effect. */
export function Popover({ label, renderTrigger, controlledState, placement = {}, inPalette = false, children }: Props) {
  const own = useState(false);
  const [opened, onToggle] = controlledState ?? own;
  const { hanging, control } = useOverlayTrigger({
    kind: 'dialog',
    label,
    isOpen: opened,
    onToggle,
    preload: PopoverPanel.preload,
  });
  useRegisterPageActions(inPalette ? [{ label, run: () => onToggle(true) }] : []);
  const close = () => onToggle(false);
  return (
    <>
      {renderTrigger(control)}
      <PopoverPanel anchor={hanging} opened={opened} onClose={close} placement={placement}>
        {opened && (typeof children === 'function' ? children(close) : children)}
      </PopoverPanel>
    </>
  );
}
