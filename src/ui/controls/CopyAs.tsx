import { useClipboard } from '@mantine/hooks';
import { Button } from './Button.tsx';
import classes from './CopyAs.module.css';

type Props = {
  choices: readonly { label: string; text: string }[];
  subject?: string;
};

export function CopyAs({ choices, subject }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
    <span className={classes['copyAs']} role="group" aria-label={`Copy ${subject ?? 'the request'}`}>
      <span aria-hidden="true">Copy as</span>
      {choices.map((choice) => (
        <CopyChoice key={choice.label} {...choice} />
      ))}
    </span>
  );
}

function CopyChoice({ label, text }: { label: string; text: string }) {
  const clipboard = useClipboard({ timeout: 1500 });
  const said = clipboard.error ? 'refused' : clipboard.copied ? 'copied' : label;
  return (
    <Button
      className={classes['choice']}
      look="plain"
      aria-label={said === label ? label : `${said}: ${label}`}
      title={clipboard.error ? 'Copying was refused by the browser' : `Copy as ${label}, without your credentials`}
      onClick={() => clipboard.copy(text)}
    >
      {said}
    </Button>
  );
}
