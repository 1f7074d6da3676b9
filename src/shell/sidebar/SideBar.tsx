import { IconClock, IconDots, IconLayoutSidebar, IconLogout, IconSun } from '@tabler/icons-react';
import { memo } from 'react';
import { Link, type NavigateFunction } from 'react-router-dom';
import { flag } from '#lib/setting.ts';
import { DEVICES } from '#paths/addresses.ts';
import { lastPlace } from '#paths/frame.ts';
import { firstView } from '#paths/savedViews.ts';
import { useConnectionInUse } from '#session/connections.ts';
import { signOut } from '#session/session.ts';
import { Search } from '#shell/palette/Search.tsx';
import { TimeControl } from '#shell/TimeControl.tsx';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { ThemePick } from '#ui/controls/ThemePick.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { Logo } from '#ui/page/Logo.tsx';
import { ConnectionMenu } from './ConnectionMenu.tsx';
import { belongsTo, PLACES } from './places.ts';
import classes from './SideBar.module.css';

const folded = flag('sideBarFolded');

type Props = { pathname: string; navigate: NavigateFunction; onKeys: () => void };

/** The ways, the connection, the settings; told its place, and not drawn with all else that addresses say. */
export const SideBar = memo(function SideBar({ pathname, navigate, onKeys }: Props) {
  const { id } = useConnectionInUse();
  const [isFolded, fold] = useSetting(folded);
  return (
    <header className={classes['side']} data-folded={isFolded || undefined}>
      <div className={classes['brand']}>
        <Logo />
        <IconButton
          className={classes['fold']}
          size="row"
          label={isFolded ? 'Unfold the side bar' : 'Fold the side bar'}
          aria-expanded={!isFolded}
          onClick={() => fold(!isFolded)}
        >
          <IconLayoutSidebar size={16} stroke={1.5} aria-hidden />
        </IconButton>
      </div>
      <Search className={classes['search']} />
      <nav className={classes['places']} aria-label="Pages">
        {PLACES.map(({ address, title, Icon }) => (
          <Link
            key={address}
            className={classes['item']}
            to={address === pathname ? address : lastPlace(address, address === DEVICES ? firstView(id) : undefined)}
            aria-current={belongsTo(address, pathname) ? 'page' : undefined}
            data-tip={title}
            data-tip-narrow
          >
            <Icon size={16} stroke={1.5} aria-hidden />
            <span>{title}</span>
          </Link>
        ))}
      </nav>
      <div className={classes['foot']}>
        <Settings navigate={navigate} onKeys={onKeys} />
      </div>
      <div className={classes['more']}>
        <Popover
          label="More"
          opener={(control) => (
            <button {...control} type="button" className={classes['item']}>
              <IconDots size={16} stroke={1.5} aria-hidden />
              <span>More</span>
            </button>
          )}
        >
          {(close) => (
            <div className={classes['sheet']}>
              <Settings navigate={navigate} onKeys={onKeys} onDone={close} />
            </div>
          )}
        </Popover>
      </div>
    </header>
  );
});

/** The connection, how times are written, the theme, and the way out. */
function Settings({ onDone, ...ways }: Omit<Props, 'pathname'> & { onDone?: () => void }) {
  return (
    <>
      <ConnectionMenu {...ways} onDone={onDone} />
      <div className={classes['choice']}>
        <IconClock size={16} stroke={1.5} aria-hidden />
        <TimeControl />
      </div>
      <div className={classes['choice']}>
        <IconSun size={16} stroke={1.5} aria-hidden />
        <ThemePick />
      </div>
      <Button
        look="plain"
        className={classes['way']}
        icon={<IconLogout size={16} stroke={1.5} aria-hidden />}
        data-tip="Sign out"
        data-tip-narrow
        onClick={() => signOut()}
      >
        <span>Sign out</span>
      </Button>
    </>
  );
}
