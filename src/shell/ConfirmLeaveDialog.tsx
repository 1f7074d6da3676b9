import { isRunningTask, usePendingLeaveAction, useTaskTrayItems } from '#session/taskTray.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/overlays/lazyOverlay.tsx';
import { shellMessages } from './messages.ts';

export function ConfirmLeaveDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const leave = usePendingLeaveAction();
  const working = useTaskTrayItems().filter(isRunningTask);
  return (
    <Dialog
      title={shellMessages.leaveTitle}
      opened={opened}
      onClose={onClose}
      frame={{
        footer: (
          <>
            <Button variant="primary" onClick={() => leave?.()}>
              {shellMessages.stopTasksAndLeave}
            </Button>
            <Button variant="plain" onClick={onClose}>
              {shellMessages.stay}
            </Button>
          </>
        ),
      }}
    >
      <p>{shellMessages.unfinishedTasks}</p>
      <ul>
        {working.map(({ id, title, text }) => (
          <li key={id}>
            {title}: {text}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
