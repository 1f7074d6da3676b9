import { Drawer } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useEscape } from '#ui/browser/useEscape.ts';
import { useFocusBack } from '#ui/browser/useFocusBack.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Library } from '#ui/theme/Library.tsx';
import classes from './DrawerPanel.module.css';
import overlay from './Overlay.module.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';

type DrawerProps = {
  title: ReactNode;
  opened: boolean;
  onClose: () => void;
  /** In px; on a phone it is a sheet from below. */
  width?: number;
  side?: 'left' | 'right';
  /** The page beside it stays in use: no scrim, and the focus may leave it. */
  beside?: boolean;
  /** What stands between the title and the ×. */
  aside?: ReactNode;
  /** From where on the page is covered, in px from its top; a sheet goes by its own height. */
  top?: number;
  footer?: ReactNode;
  children: ReactNode;
};

/** The part of a drawer that is loaded when it is first wanted. */
export function DrawerPanel(props: DrawerProps) {
  const {
    title,
    opened,
    onClose,
    width = 400,
    side = 'right',
    beside = false,
    top = 0,
    aside,
    footer,
    children,
  } = props;
  const content = useRef<HTMLDivElement>(null);
  useEscape(opened, onClose);
  useFocusBack(content, opened);
  return (
    <Library>
      <Drawer.Root
        opened={opened}
        onClose={onClose}
        position={side}
        size={width}
        trapFocus={!beside}
        closeOnEscape={false}
        returnFocus={false}
        transitionProps={{ duration: 0 }}
        // the frame scrolls by itself, and the lock would write a style element
        lockScroll={false}
        classNames={{ inner: classes['inner'], content: classes['drawer'] }}
        attributes={{ inner: { 'data-beside': beside || undefined } }}
        style={{ '--top': `${top}px` }}
      >
        {!beside && <Drawer.Overlay className={overlay['scrim'] ?? ''} />}
        <Drawer.Content ref={content} data-side={side}>
          <div className={overlay['header']}>
            <Drawer.Title className={overlay['title'] ?? ''}>{title}</Drawer.Title>
            {aside}
            <IconButton label="Close" onClick={onClose}>
              <IconX size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </div>
          <Drawer.Body className={overlay['body'] ?? ''}>{children}</Drawer.Body>
          {footer && <div className={overlay['footer']}>{footer}</div>}
        </Drawer.Content>
      </Drawer.Root>
    </Library>
  );
}
