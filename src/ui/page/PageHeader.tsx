import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import shared from '#ui/theme/shared.module.css';
import classes from './PageHeader.module.css';

type Props = {
  title: ReactNode;
  view?: ReactNode;
  count?: ReactNode;
  aside?: ReactNode;
};

export function PageHeader({ title, view, count, aside }: Props) {
  const arrive = useFocusAfterNavigation();
  return (
    <div className={`${classes['header']} ${shared['header']}`} data-pane>
      <h1 ref={arrive} className={shared['truncated']} tabIndex={-1}>
        {title}
      </h1>
      {view}
      {count !== undefined && <span className={`${classes['count']} ${shared['truncated']}`}>{count}</span>}
      {aside && <div className={`${classes['aside']} ${shared['denseRow']}`}>{aside}</div>}
    </div>
  );
}

function useFocusAfterNavigation(): (heading: HTMLElement | null) => void {
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
