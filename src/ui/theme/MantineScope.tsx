import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { getCspNonce } from '#ui/browser/getCspNonce.ts';
import { mantineTheme } from './mantineTheme.ts';

export function MantineScope({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={mantineTheme}
      withCssVariables={false}
      withGlobalClasses={false}
      colorSchemeManager={noColorSchemeManager}
      getRootElement={() => undefined}
      getStyleNonce={getCspNonce}
    >
      {children}
    </MantineProvider>
  );
}

const noop = () => {};
const noColorSchemeManager = {
  get: () => 'light' as const,
  set: noop,
  subscribe: noop,
  unsubscribe: noop,
  clear: noop,
};
