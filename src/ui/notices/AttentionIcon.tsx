import { IconAlertTriangle } from '@tabler/icons-react';

/** Something is not as it should be. One module for all, so that sign-in need not load the frame for its icon. */
export function AttentionIcon({ className }: { className?: string | undefined }) {
  return <IconAlertTriangle className={className} size={16} stroke={1.5} aria-hidden />;
}
