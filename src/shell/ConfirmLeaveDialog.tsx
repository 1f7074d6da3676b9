import { isRunningTask, usePendingLeave, useTaskTray } from '#session/taskTray.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/overlays/lazyOverlay.tsx';

export function ConfirmLeaveDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const leave = usePendingLeave();
  const working = useTaskTray().filter(isRunningTask);
  return (
    <Dialog
      title="Work ends with the session"
      opened={opened}
      onClose={onClose}
      frame={{
        footer: (
          <>
            <Button variant="primary" onClick={() => leave?.()}>
              End it and leave
            </Button>
            <Button variant="plain" onClick={onClose}>
              Stay
            </Button>
          </>
        ),
      }}
    >
      <p>These are not done. They end when you leave, and what they have so far is not kept:</p>
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
