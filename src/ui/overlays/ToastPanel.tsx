import { hideNotification, Notifications, showNotification } from '@mantine/notifications';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { IconButton } from '#ui/controls/IconButton.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './ToastPanel.module.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

const SHOWN_MS = 8000;
const ID = 'toast';

export function ToastPanel({ words, number }: { words: string; number: number }) {
  // toasts are state of the Mantine store
  useEffect(() => {
    showNotification({
      id: `${ID} ${number}`,
      autoClose: SHOWN_MS,
      withCloseButton: false,
      role: 'group',
      className: `${classes['toast']} ${shared['raised']}`,
      message: <Words words={words} close={() => hideNotification(`${ID} ${number}`)} />,
    });
    return () => void hideNotification(`${ID} ${number}`);
  }, [words, number]);
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

function Words({ words, close }: { words: string; close: () => void }) {
  return (
    <div className={`${classes['words']} ${shared['row']}`}>
      <span>{words}</span>
      <IconButton Icon={IconX} label="Dismiss" onClick={close} />
    </div>
  );
}
