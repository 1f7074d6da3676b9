import { isRunningTask, usePendingLeaveAction, useTaskTrayItems } from '#session/taskTray.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/overlays/lazyOverlay.tsx';

export function ConfirmLeaveDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const leave = usePendingLeaveAction();
  const working = useTaskTrayItems().filter(isRunningTask);
  return (
    <Dialog
      title="Running tasks will stop"
      opened={opened}
      onClose={onClose}
      frame={{
        footer: (
          <>
            <Button variant="primary" onClick={() => leave?.()}>
              Stop tasks and leave
            </Button>
            <Button variant="plain" onClick={onClose}>
              Stay
            </Button>
          </>
        ),
      }}
    >
      <p>These tasks are not finished. If you leave, they stop and their partial results are lost:</p>
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
