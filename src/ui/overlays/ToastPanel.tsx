import { hideNotification, Notifications, showNotification } from '@mantine/notifications';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import type { Toast } from '#ui/notices/toast.ts';
import shared from '#ui/theme/shared.module.css';
import classes from './ToastPanel.module.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

const SHOWN_MS = 8000;
const ID = 'toast';

/** The part of toasts that is loaded with the first one. */
export function ToastPanel({ toast, number }: { toast: Toast; number: number }) {
  // they are the library's to keep
  useEffect(() => {
    showNotification({
      id: `${ID} ${number}`,
      autoClose: SHOWN_MS,
      withCloseButton: false,
      className: `${classes['toast']} ${shared['raised']}`,
      message: <Words toast={toast} close={() => hideNotification(`${ID} ${number}`)} />,
    });
    return () => void hideNotification(`${ID} ${number}`);
  }, [toast, number]);
  return (
    <Notifications
      position="bottom-right"
      limit={1}
      transitionDuration={0}
      containerWidth="max-content"
      classNames={{ root: classes['place'] }}
      aria-live="polite"
    />
  );
}

function Words({ toast: { words, undo }, close }: { toast: Toast; close: () => void }) {
  return (
    <div className={`${classes['words']} ${shared['row']}`}>
      <span>{words}</span>
      {undo && (
        <Button
          look="link"
          onClick={() => {
            undo();
            close();
          }}
        >
          Undo
        </Button>
      )}
      <IconButton label="Dismiss" onClick={close}>
        <IconX size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </div>
  );
}
