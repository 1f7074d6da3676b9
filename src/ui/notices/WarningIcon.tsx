import { IconAlertTriangle } from '@tabler/icons-react';

/** Warning icon. A separate module, so that the sign-in page does not load the code of the page frame. */
export function WarningIcon({ className }: { className?: string | undefined }) {
  return <IconAlertTriangle className={className} size={16} stroke={1.5} aria-hidden />;
}
