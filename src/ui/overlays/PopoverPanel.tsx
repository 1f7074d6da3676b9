import { Popover } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { useEscape } from '#ui/browser/useEscape.ts';
import { Library } from '#ui/theme/Library.tsx';
import { Hang } from './opener.ts';
import classes from './PopoverPanel.module.css';
import '@mantine/core/styles/Popover.layer.css';

type Props = {
  id: string;
  label: string;
  from: RefObject<HTMLElement | null>;
  opened: boolean;
  onClose: () => void;
  width: number | undefined;
  align: 'start' | 'end';
  children: ReactNode;
};

/** The part of a popover that is loaded when it is first wanted. */
export function PopoverPanel({ id, label, from, opened, onClose, width = 0, align, children }: Props) {
  useEscape(opened, onClose);
  return (
    <Library>
      <Popover
        opened={opened}
        onDismiss={onClose}
        position={`bottom-${align}`}
        offset={4}
        width={width || 'max-content'}
        trapFocus
        closeOnEscape={false}
        withRoles={false}
        transitionProps={{ duration: 0 }}
        middlewares={{ flip: true, shift: { padding: 8 }, size: { padding: 8, apply: fit } }}
      >
        <Popover.Target>
          <Hang from={from} />
        </Popover.Target>
        {/* it takes the focus itself where nothing in it does, or where a click meets nothing */}
        <Popover.Dropdown id={id} className={classes['popover']} role="dialog" aria-label={label} tabIndex={-1}>
          {children}
        </Popover.Dropdown>
      </Popover>
    </Library>
  );
}

type Fitting = { availableHeight: number; elements: { floating: HTMLElement } };

/** No higher than there is room; less than a few rows would not do. */
function fit({ availableHeight, elements }: Fitting): void {
  elements.floating.style.setProperty('--room', `${Math.max(160, Math.floor(availableHeight))}px`);
}
