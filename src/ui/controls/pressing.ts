import type { ComponentProps, MouseEvent } from 'react';

type Pressing = Pick<ComponentProps<'button'>, 'onClick' | 'aria-disabled'> & { 'data-loading'?: true | undefined };

/** What cannot be pressed says so and does nothing, but keeps the focus, which `disabled` would throw away. */
export function pressing(onClick: ComponentProps<'button'>['onClick'], disabled: boolean, loading: boolean): Pressing {
  if (!disabled && !loading) return { onClick };
  return { onClick: doNothing, 'aria-disabled': true, 'data-loading': loading || undefined };
}

/** Not even send the form. */
function doNothing(event: MouseEvent): void {
  event.preventDefault();
}
