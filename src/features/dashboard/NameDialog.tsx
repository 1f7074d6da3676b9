import { useState } from 'react';
import { NameForm } from '#ui/inputs/NameForm.tsx';
import { Dialog } from '#ui/overlays/lazyOverlay.tsx';

type Props = {
  title: string;
  submitLabel: string;
  opened: boolean;
  initialName?: string;
  taken: readonly string[];
  onClose: () => void;
  onName: (name: string) => void;
};

/** Asks for the name of a dashboard, which must be free. */
export function NameDialog({ title, submitLabel, opened, initialName = '', taken, onClose, onName }: Props) {
  const [refused, setRefused] = useState<string>();
  const close = () => {
    setRefused(undefined);
    onClose();
  };
  return (
    <Dialog title={title} opened={opened} onClose={close}>
      <NameForm
        data-autofocus
        label="Name of the dashboard"
        submitLabel={submitLabel}
        initialName={initialName}
        onSubmitName={(name) => {
          if (taken.includes(name)) {
            setRefused(name);
            return false;
          }
          close();
          return onName(name);
        }}
      />
      {refused !== undefined && <p role="alert">There is already a dashboard named {refused}.</p>}
    </Dialog>
  );
}
