import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { IconButton } from './IconButton.tsx';

/** Copies `text`; the button itself says whether it did. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const clipboard = useClipboard({ timeout: 1500 });
  const Icon = clipboard.error ? IconX : clipboard.copied ? IconCheck : IconCopy;
  const said = clipboard.error ? 'Copying was refused by the browser' : clipboard.copied ? 'Copied' : label;
  return (
    <IconButton size="row" label={said} onClick={() => clipboard.copy(text)}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </IconButton>
  );
}
