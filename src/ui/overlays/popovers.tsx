import { getDefaultZIndex, Menu, Popover, Tooltip } from '@mantine/core';
import { useMergedRef, useWindowEvent } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, type Ref, type RefObject, useImperativeHandle, useRef } from 'react';
import { listTabbable, moveFocusOutOfOverlay } from '#ui/browser/focus/tabbable.ts';
import { useCloseOnEscape } from '#ui/browser/useCloseOnEscape.ts';
import { useReturnFocus } from '#ui/browser/useReturnFocus.ts';
import shared from '#ui/theme/shared.module.css';
import { KeyCaps } from '#ui/values/KeyCaps.tsx';
import classes from './popovers.module.css';
import type { OverlayAnchor, PopoverLayout } from './useOverlayTrigger.ts';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';

type MenuItem = {
  label: ReactNode;
  key?: string;
  icon?: ReactNode;
  aside?: ReactNode;
  checked?: boolean;
  isCheckbox?: boolean;
  run: () => void;
};

export type MenuRow = MenuItem | { sentence: string } | { heading: string } | 'line';

type AnchoredProps = { anchor: OverlayAnchor; opened: boolean; onClose: () => void };

type MenuProps = AnchoredProps & { rows: readonly MenuRow[]; align: 'start' | 'end' };

export function MenuPanel({ anchor: { id, label, triggerRef }, opened, onClose, rows, align }: MenuProps) {
  const dropdown = useRef<HTMLDivElement>(null);
  useReturnFocus(dropdown, opened, triggerRef);
  // closes on Tab and lets the focus move on, which Mantine would otherwise trap
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Tab' || !triggerRef.current || !dropdown.current?.contains(document.activeElement)) return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
      moveFocusOutOfOverlay(triggerRef.current, event.shiftKey ? -1 : 1, dropdown.current);
    },
    true,
  );
  return (
    <Menu
      opened={opened}
      onChange={(open) => !open && onClose()}
      position={`bottom-${align}`}
      offset={4}
      returnFocus={false}
      alignItemsLabels="none"
      // inside a landmark, not clipped by scroll containers
      portalProps={{ target: getPortalTarget(triggerRef.current) }}
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
        <TriggerTarget from={triggerRef} />
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
          const { label, checked, run } = row;
          const key = row.key ?? place;
          const shown = { rightSection: aside, children: label };
          if (checked === undefined) return <Menu.Item {...shown} key={key} leftSection={row.icon} onClick={run} />;
          if (row.isCheckbox) {
            return <Menu.CheckboxItem {...shown} key={key} checked={checked} closeMenuOnClick onChange={run} />;
          }
          return (
            <Menu.RadioItem {...shown} key={key} value={place} checked={checked} closeMenuOnClick onChange={run} />
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Triggers of overlays that are open within a popover but rendered outside of it. */
const NESTED_OVERLAY_SELECTOR =
  ':is([aria-haspopup="menu"], [role="combobox"], [aria-haspopup="listbox"])[aria-expanded="true"]';

type PopoverProps = AnchoredProps & { placement: PopoverLayout; children: ReactNode };

export function PopoverPanel({
  anchor: { id, label, triggerRef },
  opened,
  onClose,
  placement,
  children,
}: PopoverProps) {
  const dropdown = useRef<HTMLDivElement>(null);
  useCloseOnEscape(opened, onClose);
  useReturnFocus(dropdown, opened, triggerRef);
  // not modal: Tab leaves at the first and last control
  const leave = (event: KeyboardEvent) => {
    const { current } = dropdown;
    if (event.key !== 'Tab' || event.defaultPrevented || !current || !triggerRef.current) return;
    const controls = listTabbable(current);
    const edge = event.shiftKey ? controls[0] : controls.at(-1);
    const { activeElement } = document;
    if (activeElement !== edge && !(event.shiftKey && activeElement === current) && edge) return;
    event.preventDefault();
    onClose();
    moveFocusOutOfOverlay(triggerRef.current, event.shiftKey ? -1 : 1, current);
  };
  const { width, align = 'start' } = placement;
  // clicks in an open nested menu or list of suggestions do not dismiss it
  const dismiss = () => !dropdown.current?.querySelector(NESTED_OVERLAY_SELECTOR) && onClose();
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
      middlewares={{ flip: true, shift: { padding: 8 }, size: { padding: 8, apply: limitHeight } }}
    >
      <Popover.Target>
        <TriggerTarget from={triggerRef} />
      </Popover.Target>
      {/* focusable, in case it contains no control or the click hits no control */}
      <Popover.Dropdown
        ref={useMergedRef(dropdown, startInitialFocus)}
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

type FloatingSize = { availableHeight: number; elements: { floating: HTMLElement } };

function limitHeight({ availableHeight, elements }: FloatingSize): void {
  elements.floating.style.setProperty('--room', `${Math.max(160, Math.floor(availableHeight))}px`);
}

function getPortalTarget(element: HTMLElement | null): string {
  return element?.closest('[aria-modal="true"]') ? 'body' : 'main';
}

function TriggerTarget({
  ref,
  from: triggerRef,
}: {
  ref?: Ref<HTMLElement | null>;
  from: RefObject<HTMLElement | null>;
}) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => triggerRef.current, [triggerRef]);
  return null;
}

export type TooltipState = { target: HTMLElement; text: string; shortcut: string | undefined };

export function TooltipPanel({ target, text, shortcut }: TooltipState) {
  return (
    <Tooltip
      opened
      target={target}
      // in a landmark, like menus
      portalProps={{ target: getPortalTarget(target) }}
      floatingStrategy="fixed"
      position="bottom"
      offset={6}
      multiline
      transitionProps={{ duration: 0 }}
      classNames={{ tooltip: `${classes['tip']} ${shared['row']}` }}
      label={
        <>
          {text}
          {shortcut && <KeyCaps keys={shortcut} />}
        </>
      }
    />
  );
}

/** Sets the focus in an opened popover: to its `data-autofocus` element, otherwise to its first control or to itself. */
function startInitialFocus(panel: HTMLElement | null) {
  if (!panel) return;
  // lazy content may not be rendered yet
  const observer = new MutationObserver(() => focus());
  const focus = () => {
    const { activeElement } = document;
    if (activeElement !== panel && panel.contains(activeElement)) return observer.disconnect();
    const controls = listTabbable(panel);
    const first = controls.find((control) => control.hasAttribute('data-autofocus')) ?? controls[0];
    (first ?? panel).focus({ preventScroll: true });
    if (first) observer.disconnect();
    else observer.observe(panel, { childList: true, subtree: true });
  };
  // the panel is positioned one task later
  const timer = setTimeout(focus);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
