import type { ComponentProps } from 'react';

type Props = ComponentProps<'section'> & { 'aria-label': string };

/** What scrolls by itself, by a name: the keyboard reaches it too. */
export function ScrollRegion(props: Props) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls what has the focus
  return <section tabIndex={0} {...props} />;
}
