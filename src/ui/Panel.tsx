import { type ReactNode, useId } from 'react';
import classes from './Panel.module.css';
import { PanelBoundary } from './PanelBoundary.tsx';

type Props = { title: string; aside?: ReactNode; children: ReactNode };

/** A titled surface: a landmark of its own for a screen reader. */
export function Panel({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <header className={classes['header']}>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      <PanelBoundary>{children}</PanelBoundary>
    </section>
  );
}
