import { getDefaultZIndex, Menu, Popover, Tooltip } from '@mantine/core';
import { type ReactNode, type Ref, type RefObject, useImperativeHandle, useRef } from 'react';
import { useEscape } from '#ui/browser/useEscape.ts';
import { useFocusBack } from '#ui/browser/useFocusBack.ts';
import shared from '#ui/theme/shared.module.css';
import { Keys } from '#ui/values/Keys.tsx';
import classes from './hangingPanels.module.css';
import type { Hanging, HangingPlace } from './opener.ts';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';

type MenuItem = {
  label: ReactNode;
  /** What tells it from others with the same words. */
  key?: string;
  icon?: ReactNode;
  /** At the right: a number, or keys that do the same. */
  aside?: ReactNode;
  chosen?: boolean;
  run: () => void;
};

/** One row of a menu; a heading begins a group, a line ends one, a sentence says why something is not offered. */
export type MenuRow = MenuItem | { sentence: string } | { heading: string } | 'line';

type HangingProps = { hanging: Hanging; opened: boolean; onClose: () => void };

type MenuProps = HangingProps & { rows: readonly MenuRow[]; align: 'start' | 'end' };

export function MenuPanel({ hanging: { id, label, from }, opened, onClose, rows, align }: MenuProps) {
  const dropdown = useRef<HTMLDivElement>(null);
  useFocusBack(dropdown, opened, from);
  return (
    <Menu
      opened={opened}
      onChange={(open) => !open && onClose()}
      position={`bottom-${align}`}
      offset={4}
      returnFocus={false}
      // in a landmark, and clipped by nothing that scrolls there
      portalProps={{ target: 'main' }}
      // its opener may be in a popover, which stands behind `main` in the page
      zIndex={getDefaultZIndex('popover') + 1}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
      preventPositionChangeWhenVisible={false}
      middlewares={{ flip: true, shift: { padding: 8 } }}
      classNames={{
        dropdown: `${classes['popover']} ${shared['raised']} ${classes['menu']}`,
        item: `${classes['item']} ${shared['option']}`,
        itemLabel: classes['label'],
        label: `${shared['heading']} ${shared['small']}`,
        divider: classes['line'],
      }}
    >
      <Menu.Target>
        <Hang from={from} />
      </Menu.Target>
      <Menu.Dropdown ref={dropdown} id={id} aria-label={label} aria-labelledby={undefined}>
        {rows.map((row, position) => {
          // the rows of a menu stay where they are
          const place = `row ${position}`;
          if (row === 'line') return <Menu.Divider key={place} />;
          if ('heading' in row) return <Menu.Label key={place}>{row.heading}</Menu.Label>;
          if ('sentence' in row) {
            return (
              // keys go through it, so that it is read out
              <Menu.Item key={place} className={classes['sentence']} aria-disabled closeMenuOnClick={false}>
                {row.sentence}
              </Menu.Item>
            );
          }
          return (
            <Menu.Item
              key={row.key ?? place}
              leftSection={row.icon}
              rightSection={row.aside && <span className={`${classes['aside']} ${shared['small']}`}>{row.aside}</span>}
              aria-current={row.chosen || undefined}
              onClick={row.run}
            >
              {row.label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

type PopoverProps = HangingProps & { place: HangingPlace; children: ReactNode };

export function PopoverPanel({ hanging: { id, label, from }, opened, onClose, place, children }: PopoverProps) {
  const dropdown = useRef<HTMLDivElement>(null);
  useEscape(opened, onClose);
  useFocusBack(dropdown, opened, from);
  const { width, align = 'start' } = place;
  // what is pressed while a menu hangs in it is that menu's
  const dismiss = () => !dropdown.current?.querySelector('[aria-haspopup="menu"][aria-expanded="true"]') && onClose();
  return (
    <Popover
      opened={opened}
      onDismiss={dismiss}
      position={`bottom-${align}`}
      offset={4}
      width={width ?? 'max-content'}
      trapFocus
      closeOnEscape={false}
      withRoles={false}
      transitionProps={{ duration: 0 }}
      // else it stays above where a narrow window had it
      preventPositionChangeWhenVisible={false}
      middlewares={{ flip: true, shift: { padding: 8 }, size: { padding: 8, apply: fit } }}
    >
      <Popover.Target>
        <Hang from={from} />
      </Popover.Target>
      {/* it takes the focus itself where nothing in it does, or where a click meets nothing */}
      <Popover.Dropdown
        ref={dropdown}
        id={id}
        className={`${classes['popover']} ${shared['raised']}`}
        role="dialog"
        aria-label={label}
        tabIndex={-1}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

type Fitting = { availableHeight: number; elements: { floating: HTMLElement } };

/** No higher than there is room; less than a few rows would not do. */
function fit({ availableHeight, elements }: Fitting): void {
  elements.floating.style.setProperty('--room', `${Math.max(160, Math.floor(availableHeight))}px`);
}

/** Stands for the opener where the library wants an element of its own to hang something under. */
function Hang({ ref, from }: { ref?: Ref<HTMLElement | null>; from: RefObject<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => from.current, [from]);
  return null;
}

/** What is said, and the element it is about. */
export type Tip = { at: HTMLElement; text: string; keys: string | undefined };

export function TooltipPanel({ at, text, keys }: Tip) {
  return (
    <Tooltip
      opened
      target={at}
      // in a landmark, as menus are
      portalProps={{ target: 'main' }}
      floatingStrategy="fixed"
      position="bottom"
      offset={6}
      multiline
      transitionProps={{ duration: 0 }}
      classNames={{ tooltip: `${classes['tip']} ${shared['row']}` }}
      label={
        <>
          {text}
          {keys && <Keys keys={keys} />}
        </>
      }
    />
  );
}
