import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { CHECKS, type Checked } from '#fleet/questions/checks.ts';
import { formatCount } from '#lib/counts.ts';
import { AttentionIcon } from '#ui/notices/AttentionIcon.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { Waiting } from '#ui/states/Waiting.tsx';
import classes from './Checks.module.css';
import { checkPath } from './links.ts';

/** What to look at: how many devices each check concerns, leading to exactly these. Those of none come last. */
export function Checks({ checked }: { checked: Checked | undefined }) {
  const rows = CHECKS.map((check) => ({ check, count: checked?.counts.get(check) }));
  const concerned = rows.filter(({ count }) => count !== undefined && count > 0);
  const others = rows.filter((row) => !concerned.includes(row));
  return (
    <Pane title="Checks" count={checked && `${concerned.length} of ${CHECKS.length} to look at`}>
      {!checked && <Waiting label="Checking the devices" rows={9} height={28} />}
      {checked && (
        <ul className={classes['checks']}>
          {concerned.map(({ check, count = 0 }) => (
            <li key={check}>
              <AttentionIcon className={classes['attention']} />
              <Link className={classes['words']} to={checkPath(check)}>
                {words(check)} <b>{formatCount(count)}</b>
              </Link>
            </li>
          ))}
          {others.map(({ check, count }) => (
            <li key={check} data-none>
              <IconCheck size={16} stroke={1.5} aria-hidden data-unknown={count === undefined || undefined} />
              <span className={classes['words']}>
                {words(check)} <span>{count === undefined ? 'not known' : 'none'}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Pane>
  );
}

function words(check: string): string {
  return check.charAt(0).toUpperCase() + check.slice(1);
}
