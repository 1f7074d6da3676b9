import { isAtWork, useLeaving, useTray } from '#session/workTray.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/overlays/panel.tsx';

export function LeaveDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const leave = useLeaving();
  const working = useTray().filter(isAtWork);
  return (
    <Dialog
      title="Work ends with the session"
      opened={opened}
      onClose={onClose}
      frame={{
        footer: (
          <>
            <Button look="primary" onClick={() => leave?.()}>
              End it and leave
            </Button>
            <Button look="plain" onClick={onClose}>
              Stay
            </Button>
          </>
        ),
      }}
    >
      <p>These are not done. They end when you leave, and what they have so far is not kept:</p>
      <ul>
        {working.map(({ id, title, text: words }) => (
          <li key={id}>
            {title}: {words}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
