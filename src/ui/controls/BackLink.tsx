import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import classes from './BackLink.module.css';

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <nav aria-label="Breadcrumb" className={classes['crumbs']}>
      <Link to={to}>
        <IconChevronLeft size={16} stroke={1.5} aria-hidden />
        <span data-spoken="phone">{children}</span>
      </Link>
    </nav>
  );
}
