import { type ReactNode, useId } from 'react';
import { drawingFailure, ErrorBoundary } from './ErrorBoundary.tsx';
import { Notice } from './Notice.tsx';
import classes from './Panel.module.css';

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
      <ErrorBoundary failure={panelFailure}>{children}</ErrorBoundary>
    </section>
  );
}

function panelFailure(error: unknown, again: () => void) {
  return (
    <Notice tone="failed" title="This panel failed" action={{ label: 'Try again', run: again }}>
      {drawingFailure(error)}
    </Notice>
  );
}
