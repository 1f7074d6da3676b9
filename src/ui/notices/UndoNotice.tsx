import { IconTrash } from '@tabler/icons-react';
import { useAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './UndoNotice.module.css';

export function UndoNotice({ children, onUndo }: { children: string; onUndo: () => void }) {
  useAnnouncement(children, 'undo');
  return (
    <div className={`${classes['notice']} ${shared['row']}`}>
      <IconTrash size={16} stroke={1.5} aria-hidden />
      <span className={shared['breakWords']}>{children}</span>
      <Button variant="link" onClick={onUndo}>
        Undo
      </Button>
    </div>
  );
}
