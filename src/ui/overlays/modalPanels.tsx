import { Drawer, Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useInertPage } from '#ui/browser/focus/useInertPage.ts';
import { useEscape } from '#ui/browser/useEscape.ts';
import { useFocusBack } from '#ui/browser/useFocusBack.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Overlay.module.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Drawer.layer.css';

type PanelProps = {
  title: ReactNode;
  opened: boolean;
  onClose: () => void;
  /** `aside`: beside the close button. `footer`: actions, the primary one first. */
  frame?: { aside?: ReactNode; footer?: ReactNode };
  children: ReactNode;
};

/** Width in px; full width on phones. `flush` removes the padding. */
type DialogSize = { width?: number; flush?: boolean };

export function DialogPanel({
  title,
  opened,
  onClose,
  size = {},
  frame = {},
  children,
}: PanelProps & { size?: DialogSize }) {
  const { width = 480, flush = false } = size;
  const content = useModal(opened, onClose);
  return (
    <Modal.Root
      {...OURS}
      opened={opened}
      onClose={onClose}
      size={width}
      yOffset={96}
      classNames={{ inner: classes['dialogInner'], content: `${classes['dialog']} ${shared['raised']}` }}
    >
      <Modal.Overlay className={classes['scrim'] ?? ''} />
      <Modal.Content ref={content}>
        <div className={`${classes['header']} ${shared['head']}`}>
          <Modal.Title className={`${classes['title']} ${shared['cut']}`}>{title}</Modal.Title>
          <HeaderEnd aside={frame.aside} onClose={onClose} />
        </div>
        <Modal.Body className={`${classes['body']} ${shared['scroll']}`} data-flush={flush || undefined}>
          {children}
        </Modal.Body>
        {frame.footer && <div className={`${classes['footer']} ${shared['row']}`}>{frame.footer}</div>}
      </Modal.Content>
    </Modal.Root>
  );
}

type DrawerPlace = {
  /** Width in px; a bottom sheet on phones. */
  width?: number;
  side?: 'left' | 'right';
};

export function DrawerPanel({
  title,
  opened,
  onClose,
  place = {},
  frame = {},
  children,
}: PanelProps & { place?: DrawerPlace }) {
  const { width = 400, side = 'right' } = place;
  const content = useModal(opened, onClose);
  return (
    <Drawer.Root
      {...OURS}
      opened={opened}
      onClose={onClose}
      position={side}
      size={width}
      classNames={{ inner: classes['drawerInner'], content: `${classes['drawer']} ${shared['raised']}` }}
    >
      <Drawer.Overlay className={classes['scrim'] ?? ''} />
      <Drawer.Content ref={content} data-side={side}>
        <div className={`${classes['header']} ${shared['head']}`}>
          <Drawer.Title className={`${classes['title']} ${shared['cut']}`}>{title}</Drawer.Title>
          <HeaderEnd aside={frame.aside} onClose={onClose} />
        </div>
        <Drawer.Body className={`${classes['body']} ${shared['scroll']}`}>{children}</Drawer.Body>
        {frame.footer && <div className={`${classes['footer']} ${shared['row']}`}>{frame.footer}</div>}
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Escape and focus are handled here; the frame scrolls itself, and the scroll lock would write a style element. */
const OURS = { closeOnEscape: false, returnFocus: false, transitionProps: { duration: 0 }, lockScroll: false };

function useModal(opened: boolean, onClose: () => void) {
  const content = useRef<HTMLDivElement>(null);
  useEscape(opened, onClose);
  // must be undone before the focus returns to the page
  useInertPage(opened);
  useFocusBack(content, opened);
  return content;
}

function HeaderEnd({ aside, onClose }: { aside: ReactNode; onClose: () => void }) {
  return (
    <>
      {aside}
      <IconButton Icon={IconX} label="Close" onClick={onClose} />
    </>
  );
}
