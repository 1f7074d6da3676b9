import { Tooltip } from '@mantine/core';
import { Library } from '#ui/theme/Library.tsx';
import { Keys } from '#ui/values/Keys.tsx';
import classes from './TooltipPanel.module.css';
import '@mantine/core/styles/Tooltip.layer.css';

/** What is said, and the element it is about. */
export type Tip = { at: HTMLElement; text: string; keys: string | undefined };

/** The part of a tooltip that is loaded when the first one is wanted. */
export function TooltipPanel({ at, text, keys }: Tip) {
  return (
    <Library>
      <Tooltip
        opened
        target={at}
        position="bottom"
        offset={6}
        multiline
        transitionProps={{ duration: 0 }}
        classNames={{ tooltip: classes['tip'] }}
        label={
          <>
            {text}
            {keys && <Keys keys={keys} />}
          </>
        }
      />
    </Library>
  );
}
