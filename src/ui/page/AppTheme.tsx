import type { ReactNode } from 'react';
import { Announcer } from '#ui/browser/announce.tsx';
import { Toasts } from '#ui/overlays/Toasts.tsx';
import { Tooltips } from '#ui/overlays/Tooltips.tsx';
import { followColorScheme } from '#ui/theme/colorScheme.ts';
import './styles.css';
import './identity.css';
import 'virtual:theme.css';

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
