import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import shared from '#ui/theme/shared.module.css';
import classes from './PageHeader.module.css';

type Props = {
  title: ReactNode;
  /** The saved view or query that is shown. */
  view?: ReactNode;
  /** The number that matters, or a word about the whole. */
  count?: ReactNode;
  /** How old it is, how to renew it, and the menu of what has no button. */
  aside?: ReactNode;
};

/** The header line of a page, the same everywhere: its one h1, what is shown of it, and what belongs to the whole. */
export function PageHeader({ title, view, count, aside }: Props) {
  const arrive = useArrival();
  return (
    <div className={`${classes['header']} ${shared['head']}`} data-pane>
      <h1 ref={arrive} className={shared['cut']} tabIndex={-1}>
        {title}
      </h1>
      {view}
      {count !== undefined && <span className={`${classes['count']} ${shared['cut']}`}>{count}</span>}
      {aside && <div className={`${classes['aside']} ${shared['tight']}`}>{aside}</div>}
    </div>
  );
}

/** A page that was gone to within the console takes the focus, which what is gone had; the first one leaves it alone. */
function useArrival(): (heading: HTMLElement | null) => void {
  const { key } = useLocation();
  const [arrive] = useState(() => {
    const cameByLoading = key === 'default';
    return (heading: HTMLElement | null) => {
      const { activeElement } = document;
      const lost = !activeElement || activeElement === document.body || activeElement.tagName === 'MAIN';
      if (lost && !cameByLoading) heading?.focus({ preventScroll: true });
    };
  });
  return arrive;
}
