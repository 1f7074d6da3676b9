import type { ComponentProps } from 'react';

type Props = ComponentProps<'div'> & { 'aria-label': string };

export function LabeledGroup(props: Props) {
  // biome-ignore lint/a11y/useSemanticElements: a fieldset has default styles
  return <div role="group" {...props} />;
}
