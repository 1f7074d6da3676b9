import { useClipboard } from '@mantine/hooks';
import { COPYING_FAILED } from '#ui/browser/triggerCopyEvent.ts';
import { Button } from './Button.tsx';
import classes from './CopyAsButtons.module.css';

type Props = {
  formats: readonly { label: string; text: string }[];
  subject?: string;
};

export function CopyAsButtons({ formats, subject }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
    <span className={classes['copyAs']} role="group" aria-label={`Copy ${subject ?? 'the request'}`}>
      <span aria-hidden="true">Copy as</span>
      {formats.map((choice) => (
        <CopyFormatButton key={choice.label} {...choice} />
      ))}
    </span>
  );
}

function CopyFormatButton({ label, text }: { label: string; text: string }) {
  const clipboard = useClipboard({ timeout: 1500 });
  const said = clipboard.error ? 'refused' : clipboard.copied ? 'copied' : label;
  return (
    <Button
      className={classes['choice']}
      variant="plain"
      aria-label={said === label ? label : `${said}: ${label}`}
      title={clipboard.error ? COPYING_FAILED : `Copy as ${label}, without your credentials`}
      onClick={() => clipboard.copy(text)}
    >
      {said}
    </Button>
  );
}
