import type { ComponentProps } from 'react';

type Props = ComponentProps<'div'> & { 'aria-label': string };

/** Controls that belong together, by a name that is heard only. */
export function Group(props: Props) {
  // biome-ignore lint/a11y/useSemanticElements: a fieldset draws itself
  return <div role="group" {...props} />;
}
