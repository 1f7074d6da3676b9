import { Menu } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { Library } from '#ui/theme/Library.tsx';
import classes from './MenuPanel.module.css';
import { Hang } from './opener.ts';
import sheet from './PopoverPanel.module.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

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

/** One row of a menu; a heading begins a group, a line ends one. */
export type MenuRow = MenuItem | { heading: string } | 'line';

type Props = {
  id: string;
  label: string;
  from: RefObject<HTMLElement | null>;
  opened: boolean;
  onClose: () => void;
  rows: readonly MenuRow[];
  align: 'start' | 'end';
};

/** The part of a menu that is loaded when it is first wanted. */
export function MenuPanel({ id, label, from, opened, onClose, rows, align }: Props) {
  return (
    <Library>
      <Menu
        opened={opened}
        onChange={(open) => !open && onClose()}
        position={`bottom-${align}`}
        offset={4}
        returnFocus={false}
        // in a landmark, and clipped by nothing that scrolls there
        portalProps={{ target: 'main' }}
        floatingStrategy="fixed"
        withInitialFocusPlaceholder={false}
        transitionProps={{ duration: 0 }}
        middlewares={{ flip: true, shift: { padding: 8 } }}
        classNames={{
          dropdown: `${sheet['popover']} ${classes['menu']}`,
          item: classes['item'],
          itemLabel: classes['label'],
          label: classes['heading'],
          divider: classes['line'],
        }}
      >
        <Menu.Target>
          <Hang from={from} />
        </Menu.Target>
        <Menu.Dropdown id={id} aria-label={label} aria-labelledby={undefined}>
          {rows.map((row, position) => {
            // the rows of a menu stay where they are
            const place = `row ${position}`;
            if (row === 'line') return <Menu.Divider key={place} />;
            if ('heading' in row) return <Menu.Label key={place}>{row.heading}</Menu.Label>;
            return (
              <Menu.Item
                key={row.key ?? place}
                leftSection={row.icon}
                rightSection={row.aside && <span className={classes['aside']}>{row.aside}</span>}
                aria-current={row.chosen || undefined}
                onClick={row.run}
              >
                {row.label}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
    </Library>
  );
}
