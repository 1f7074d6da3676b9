import { getDefaultZIndex, Menu, Popover, Tooltip } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type Ref, type RefObject, useImperativeHandle, useRef } from 'react';
import { focusBeside, isTabbable, TABBABLE } from '#ui/browser/focus/tabbable.ts';
import { useEscape } from '#ui/browser/useEscape.ts';
import { useFocusBack } from '#ui/browser/useFocusBack.ts';
import shared from '#ui/theme/shared.module.css';
import { Keys } from '#ui/values/Keys.tsx';
import classes from './hangingPanels.module.css';
import type { Hanging, HangingPlace } from './opener.ts';
import { useFocusInside } from './useFocusInside.ts';
import { useTabLeaves } from './useTabLeaves.ts';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';

type MenuItem = {
  label: ReactNode;
  key?: string;
  icon?: ReactNode;
  aside?: ReactNode;
  /** Selected, as a radio item, or as a checkbox item if `toggles`. */
  chosen?: boolean;
  toggles?: boolean;
  run: () => void;
};

/** Menu entry: item, explanation, group heading or separator. */
export type MenuRow = MenuItem | { sentence: string } | { heading: string } | 'line';

type HangingProps = { hanging: Hanging; opened: boolean; onClose: () => void };

type MenuProps = HangingProps & { rows: readonly MenuRow[]; align: 'start' | 'end' };

export function MenuPanel({ hanging: { id, label, from }, opened, onClose, rows, align }: MenuProps) {
  const dropdown = useRef<HTMLDivElement>(null);
  useFocusBack(dropdown, opened, from);
  useTabLeaves({ dropdown, from, opened, onClose });
  return (
    <Menu
      opened={opened}
      onChange={(open) => !open && onClose()}
      position={`bottom-${align}`}
      offset={4}
      returnFocus={false}
      alignItemsLabels="none"
      // inside a landmark, not clipped by scroll containers
      portalProps={{ target: landmarkOf(from.current) }}
      // above popovers, which may contain the trigger
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
          // menu rows do not move
          const place = `row ${position}`;
          if (row === 'line') return <Menu.Divider key={place} />;
          if ('heading' in row) return <Menu.Label key={place}>{row.heading}</Menu.Label>;
          if ('sentence' in row) {
            return (
              // focusable, so that it is announced
              <Menu.Item key={place} className={classes['sentence']} aria-disabled closeMenuOnClick={false}>
                {row.sentence}
              </Menu.Item>
            );
          }
          const aside = row.aside && <span className={`${classes['aside']} ${shared['small']}`}>{row.aside}</span>;
          const { label: words, chosen, run } = row;
          const key = row.key ?? place;
          const shown = { rightSection: aside, children: words };
          if (chosen === undefined) return <Menu.Item {...shown} key={key} leftSection={row.icon} onClick={run} />;
          if (row.toggles) {
            return <Menu.CheckboxItem {...shown} key={key} checked={chosen} closeMenuOnClick onChange={run} />;
          }
          return <Menu.RadioItem {...shown} key={key} value={place} checked={chosen} closeMenuOnClick onChange={run} />;
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
  useFocusInside(dropdown, opened);
  // not modal: Tab leaves at the first and last control
  const leave = (event: KeyboardEvent) => {
    const { current } = dropdown;
    if (event.key !== 'Tab' || event.defaultPrevented || !current || !from.current) return;
    const controls = [...current.querySelectorAll<HTMLElement>(TABBABLE)].filter(isTabbable);
    const edge = event.shiftKey ? controls[0] : controls.at(-1);
    const { activeElement } = document;
    if (activeElement !== edge && !(event.shiftKey && activeElement === current) && edge) return;
    event.preventDefault();
    onClose();
    focusBeside(from.current, event.shiftKey ? -1 : 1, current);
  };
  const { width, align = 'start' } = place;
  // clicks in an open nested menu do not dismiss it
  const dismiss = () => !dropdown.current?.querySelector('[aria-haspopup="menu"][aria-expanded="true"]') && onClose();
  return (
    <Popover
      opened={opened}
      onDismiss={dismiss}
      position={`bottom-${align}`}
      offset={4}
      width={width ?? 'max-content'}
      closeOnEscape={false}
      withRoles={false}
      transitionProps={{ duration: 0 }}
      // otherwise it stays above its trigger after resizing
      preventPositionChangeWhenVisible={false}
      middlewares={{ flip: true, shift: { padding: 8 }, size: { padding: 8, apply: fit } }}
    >
      <Popover.Target>
        <Hang from={from} />
      </Popover.Target>
      {/* focusable, in case it contains no control or the click hits none */}
      <Popover.Dropdown
        ref={dropdown}
        id={id}
        className={`${classes['popover']} ${shared['raised']}`}
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={leave}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

type Fitting = { availableHeight: number; elements: { floating: HTMLElement } };

/** Limits the height to the available room, but at least a few rows. */
function fit({ availableHeight, elements }: Fitting): void {
  elements.floating.style.setProperty('--room', `${Math.max(160, Math.floor(availableHeight))}px`);
}

/** Portal target of an overlay: the main landmark, or the body for modals. */
function landmarkOf(element: HTMLElement | null): string {
  return element?.closest('[aria-modal="true"]') ? 'body' : 'main';
}

/** Reports the trigger element as the Mantine target. */
function Hang({ ref, from }: { ref?: Ref<HTMLElement | null>; from: RefObject<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => from.current, [from]);
  return null;
}

export type Tip = { at: HTMLElement; text: string; keys: string | undefined };

export function TooltipPanel({ at, text, keys }: Tip) {
  return (
    <Tooltip
      opened
      target={at}
      // in a landmark, like menus
      portalProps={{ target: landmarkOf(at) }}
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
