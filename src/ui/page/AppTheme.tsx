import { type ReactNode, useSyncExternalStore } from 'react';
import { Announcer } from '#ui/browser/announce.tsx';
import { latestToast, subscribeToToasts } from '#ui/notices/toast.ts';
import { panel } from '#ui/overlays/panel.tsx';
import { Tooltips } from '#ui/overlays/Tooltips.tsx';
import { followColorScheme } from '#ui/theme/colorScheme.ts';
import './styles.css';
import './identity.css';
import 'virtual:theme.css';

const ToastPanel = panel((panels) => panels.ToastPanel);

followColorScheme();

/** What every page is drawn in, and what may lie over any of them. */
export function AppTheme({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Tooltips />
      <Toasts />
      <Announcer />
    </>
  );
}

/** Where toasts appear. */
function Toasts() {
  const latest = useSyncExternalStore(subscribeToToasts, latestToast);
  return latest && <ToastPanel {...latest} />;
}
