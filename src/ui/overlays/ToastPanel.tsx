import { hideNotification, Notifications, showNotification } from '@mantine/notifications';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { IconButton } from '#ui/controls/IconButton.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './ToastPanel.module.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

const AUTO_CLOSE_MS = 8000;
const ID_PREFIX = 'toast';

export function ToastPanel({ words: message, number: id }: { words: string; number: number }) {
  // toasts are state of the Mantine store
  useEffect(() => {
    showNotification({
      id: `${ID_PREFIX} ${id}`,
      autoClose: AUTO_CLOSE_MS,
      withCloseButton: false,
      role: 'group',
      className: `${classes['toast']} ${shared['raised']}`,
      message: <ToastMessage words={message} close={() => hideNotification(`${ID_PREFIX} ${id}`)} />,
    });
    return () => void hideNotification(`${ID_PREFIX} ${id}`);
  }, [message, id]);
  return (
    <Notifications
      position="bottom-right"
      limit={1}
      transitionDuration={0}
      containerWidth="max-content"
      classNames={{ root: classes['place'] }}
      // announced by `showToast`
      aria-live="off"
    />
  );
}

function ToastMessage({ words: message, close: onDismiss }: { words: string; close: () => void }) {
  return (
    <div className={`${classes['words']} ${shared['row']}`}>
      <span>{message}</span>
      <IconButton Icon={IconX} label="Dismiss" onClick={onDismiss} />
    </div>
  );
}
