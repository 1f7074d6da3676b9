import type { ReactNode } from 'react';
import { Announcer } from './announce.tsx';
import { followColorScheme } from './colorScheme.ts';
import { Toasts } from './Toasts.tsx';
import { Tooltips } from './Tooltips.tsx';
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
