import { type ReactNode, useId } from 'react';
import { describeRenderError, ErrorBoundary } from '#ui/states/ErrorBoundary.tsx';
import { ErrorState } from '#ui/states/States.tsx';
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
      <ErrorBoundary fallbackRender={renderPaneError}>{children}</ErrorBoundary>
    </section>
  );
}

function renderPaneError(error: unknown, again: () => void) {
  return (
    <ErrorState title="This panel failed" action={{ label: 'Try again', run: again }}>
      <p>{describeRenderError(error)}</p>
    </ErrorState>
  );
}
