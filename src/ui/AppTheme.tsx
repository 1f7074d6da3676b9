import { type MantineColorScheme, type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { setting } from '#lib/setting.ts';
import { Announcer } from './announce.tsx';
import { Toasts } from './Toasts.tsx';
import { Tooltips } from './Tooltips.tsx';
import { theme } from './theme.ts';
import './styles.css';
import './identity.css';
import 'virtual:theme.css';

const SCHEMES: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];

/** Read by public/color-scheme.js too, which sets the scheme before the first paint. */
const preferred = setting<MantineColorScheme>({
  name: 'colorScheme',
  fallback: 'auto',
  read: (kept) => SCHEMES.find((scheme) => scheme === kept),
});

let unsubscribe = () => {};
const colorScheme: MantineColorSchemeManager = {
  get: preferred.get,
  // what is told comes back as a choice
  set: (scheme) => {
    if (scheme !== preferred.get()) preferred.set(scheme);
  },
  subscribe: (onUpdate) => {
    unsubscribe = preferred.subscribe(() => onUpdate(preferred.get()));
  },
  unsubscribe: () => unsubscribe(),
  clear: () => preferred.set('auto'),
};

/** The page's nonce: without it the content policy drops every style element that is written at run time. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
setNonce(nonce);

export function AppTheme({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {children}
      <Tooltips />
      <Toasts />
      <Announcer />
    </MantineProvider>
  );
}
