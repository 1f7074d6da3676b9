import { Drawer, Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useInertPage } from '#ui/browser/focus/useInertPage.ts';
import { useCloseOnEscape } from '#ui/browser/useCloseOnEscape.ts';
import { useReturnFocus } from '#ui/browser/useReturnFocus.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Overlay.module.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Drawer.layer.css';

type ModalPanelProps = {
  title: ReactNode;
  opened: boolean;
  onClose: () => void;
  /** `aside` is shown beside the close button. `footer` contains the actions, the primary one first. */
  frame?: { aside?: ReactNode; footer?: ReactNode };
  children: ReactNode;
};

/** Dialog width in px. On phones the dialog has the full width. `flush` removes the padding. */
type DialogSize = { width?: number; flush?: boolean };

export function DialogPanel({
  title,
  opened,
  onClose,
  size = {},
  frame = {},
  children,
}: ModalPanelProps & { size?: DialogSize }) {
  const { width = 480, flush = false } = size;
  const content = useModalBehavior(opened, onClose);
  return (
    <Modal.Root
      {...MODAL_DEFAULTS}
      opened={opened}
      onClose={onClose}
      size={width}
      yOffset={96}
      classNames={{ inner: classes['dialogInner'], content: `${classes['dialog']} ${shared['raised']}` }}
    >
      <Modal.Overlay className={classes['scrim'] ?? ''} />
      <Modal.Content ref={content}>
        <div className={`${classes['header']} ${shared['header']}`}>
          <Modal.Title className={`${classes['title']} ${shared['truncated']}`}>{title}</Modal.Title>
          <ModalHeaderActions aside={frame.aside} onClose={onClose} />
        </div>
        <Modal.Body className={`${classes['body']} ${shared['scroll']}`} data-flush={flush || undefined}>
          {children}
        </Modal.Body>
        {frame.footer && <div className={`${classes['footer']} ${shared['row']}`}>{frame.footer}</div>}
      </Modal.Content>
    </Modal.Root>
  );
}

type DrawerPlacement = {
  /** Width in px. On phones the panel is a bottom sheet. */
  width?: number;
  side?: 'left' | 'right';
};

export function DrawerPanel({
  title,
  opened,
  onClose,
  placement = {},
  frame = {},
  children,
}: ModalPanelProps & { placement?: DrawerPlacement }) {
  const { width = 400, side = 'right' } = placement;
  const content = useModalBehavior(opened, onClose);
  return (
    <Drawer.Root
      {...MODAL_DEFAULTS}
      opened={opened}
      onClose={onClose}
      position={side}
      size={width}
      classNames={{ inner: classes['drawerInner'], content: `${classes['drawer']} ${shared['raised']}` }}
    >
      <Drawer.Overlay className={classes['scrim'] ?? ''} />
      <Drawer.Content ref={content} data-side={side}>
        <div className={`${classes['header']} ${shared['header']}`}>
          <Drawer.Title className={`${classes['title']} ${shared['truncated']}`}>{title}</Drawer.Title>
          <ModalHeaderActions aside={frame.aside} onClose={onClose} />
        </div>
        <Drawer.Body className={`${classes['body']} ${shared['scroll']}`}>{children}</Drawer.Body>
        {frame.footer && <div className={`${classes['footer']} ${shared['row']}`}>{frame.footer}</div>}
      </Drawer.Content>
    </Drawer.Root>
  );
}

/**
 * Turns off Mantine's own Escape, focus and scroll handling. Its scroll lock would write a style element, which the CSP
 * blocks.
 */
const MODAL_DEFAULTS = {
  closeOnEscape: false,
  returnFocus: false,
  transitionProps: { duration: 0 },
  lockScroll: false,
};

function useModalBehavior(opened: boolean, onClose: () => void) {
  const content = useRef<HTMLDivElement>(null);
  useCloseOnEscape(opened, onClose);
  // must be undone before the focus returns to the page
  useInertPage(opened);
  useReturnFocus(content, opened);
  return content;
}

function ModalHeaderActions({ aside, onClose }: { aside: ReactNode; onClose: () => void }) {
  return (
    <>
      {aside}
      <IconButton Icon={IconX} label="Close" onClick={onClose} />
    </>
  );
}
