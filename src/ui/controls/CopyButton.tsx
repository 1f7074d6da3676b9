import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { COPYING_FAILED } from '#ui/browser/triggerCopyEvent.ts';
import { IconButton } from './IconButton.tsx';

export function CopyButton({ text, label }: { text: string | (() => Promise<string>); label: string }) {
  const clipboard = useClipboard({ timeout: 1500 });
  const Icon = clipboard.error ? IconX : clipboard.copied ? IconCheck : IconCopy;
  const said = clipboard.error ? COPYING_FAILED : clipboard.copied ? 'Copied' : label;
  const copy = async () => clipboard.copy(typeof text === 'string' ? text : await text());
  return (
    <IconButton size="row" label={said} onClick={() => void copy()}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </IconButton>
  );
}
