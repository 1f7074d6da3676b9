import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { pageNonce } from '#ui/browser/nonce.ts';
import { theme } from './theme.ts';

/**
 * What the library's components need around them. It stands around each of them and not around the console: pages that
 * open none do without its 7 kB. The colour scheme is the document's, and none of its business.
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
