import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { pageNonce } from '#ui/browser/nonce.ts';
import { theme } from './theme.ts';

/**
 * Mantine provider around single components, so that pages without them avoid its 7 kB. The colour scheme is set on the document
 * elsewhere.
 */
export function Library({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      colorSchemeManager={NO_SCHEME}
      getRootElement={() => undefined}
      getStyleNonce={pageNonce}
    >
      {children}
    </MantineProvider>
  );
}

const nothing = () => {};
const NO_SCHEME = {
  get: () => 'light' as const,
  set: nothing,
  subscribe: nothing,
  unsubscribe: nothing,
  clear: nothing,
};
