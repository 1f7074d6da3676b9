import { IconAlertTriangle } from '@tabler/icons-react';

/** A separate module, so that sign-in does not load the frame for it. */
export function WarningIcon({ className }: { className?: string | undefined }) {
  return <IconAlertTriangle className={className} size={16} stroke={1.5} aria-hidden />;
}
