import type { ComponentProps } from 'react';

type Props = ComponentProps<'section'> & { 'aria-label': string };

export function ScrollRegion(props: Props) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll the focused element
  return <section tabIndex={0} {...props} />;
}
