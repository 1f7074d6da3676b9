import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useEscape } from '#ui/browser/useEscape.ts';
import { useFocusBack } from '#ui/browser/useFocusBack.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Library } from '#ui/theme/Library.tsx';
import classes from './DialogPanel.module.css';
import overlay from './Overlay.module.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

type DialogProps = {
  title: ReactNode;
  opened: boolean;
  onClose: () => void;
  /** In px; on a phone it is a sheet as wide as the screen. */
  width?: number;
  /** Its actions, the primary first. */
  footer?: ReactNode;
  /** Its panes touch its edges. */
  flush?: boolean;
  /** What stands between the title and the ×. */
  aside?: ReactNode;
  children: ReactNode;
};

/** The part of a dialog that is loaded when it is first wanted. */
export function DialogPanel({
  title,
  opened,
  onClose,
  width = 480,
  flush = false,
  footer,
  aside,
  children,
}: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  useEscape(opened, onClose);
  useFocusBack(content, opened);
  return (
    <Library>
      <Modal.Root
        opened={opened}
        onClose={onClose}
        size={width}
        yOffset={96}
        closeOnEscape={false}
        returnFocus={false}
        transitionProps={{ duration: 0 }}
        // the frame scrolls by itself, and the lock would write a style element
        lockScroll={false}
        classNames={{ inner: classes['inner'], content: classes['dialog'] }}
      >
        <Modal.Overlay className={overlay['scrim'] ?? ''} />
        <Modal.Content ref={content}>
          <div className={overlay['header']}>
            <Modal.Title className={overlay['title'] ?? ''}>{title}</Modal.Title>
            {aside}
            <IconButton label="Close" onClick={onClose}>
              <IconX size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </div>
          <Modal.Body className={overlay['body'] ?? ''} data-flush={flush || undefined}>
            {children}
          </Modal.Body>
          {footer && <div className={overlay['footer']}>{footer}</div>}
        </Modal.Content>
      </Modal.Root>
    </Library>
  );
}
