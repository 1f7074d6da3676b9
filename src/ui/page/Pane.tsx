import { type ReactNode, useId } from 'react';
import { drawingFailure, ErrorBoundary } from '#ui/states/ErrorBoundary.tsx';
import { FailedState } from '#ui/states/States.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Pane.module.css';

type Props = {
  title: ReactNode;
  count?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
};

export function Pane({ title, count, aside, children }: Props) {
  const id = useId();
  return (
    <section className={classes['pane']} aria-labelledby={id} data-pane>
      <header className={`${classes['header']} ${shared['wrap']}`}>
        <h2 id={id}>{title}</h2>
        {count !== undefined && <span className={shared['muted']}>{count}</span>}
        {aside && <div className={`${classes['aside']} ${shared['wrap']}`}>{aside}</div>}
      </header>
      <ErrorBoundary failure={paneFailure}>{children}</ErrorBoundary>
    </section>
  );
}

function paneFailure(error: unknown, again: () => void) {
  return (
    <FailedState title="This panel failed" action={{ label: 'Try again', run: again }}>
      <p>{drawingFailure(error)}</p>
    </FailedState>
  );
}
