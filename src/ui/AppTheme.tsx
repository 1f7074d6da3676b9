import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { theme } from './theme.ts';
import './styles.css';
import 'virtual:theme.css';

// the same key as in public/color-scheme.js, which sets the scheme before the first paint
const colorScheme = localStorageColorSchemeManager({ key: 'fleetlens.colorScheme' });

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
    </MantineProvider>
  );
}
