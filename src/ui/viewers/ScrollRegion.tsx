import type { ComponentProps } from 'react';

type Props = ComponentProps<'section'> & { 'aria-label': string };

/** Focusable scroll container with a name. */
export function ScrollRegion(props: Props) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls what has the focus
  return <section tabIndex={0} {...props} />;
}
