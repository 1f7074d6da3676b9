import shared from '#ui/theme/shared.module.css';
import classes from './Logo.module.css';

export function Logo() {
  return (
    <span className={`${classes['logo']} ${shared['inline']}`}>
      <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
        <rect width="32" height="32" rx="7" />
        <g>
          <circle cx="14" cy="14" r="6.5" />
          <path d="m19 19 6 6" />
        </g>
      </svg>
      <span className={classes['name']}>Fleetlens</span>
    </span>
  );
}
