import { useWindowEvent } from '@mantine/hooks';
import { IconClock, IconDots, IconLayoutSidebar, IconLogout, IconSearch, IconSun } from '@tabler/icons-react';
import { type ComponentProps, memo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, type NavigateFunction } from 'react-router-dom';
import { createBooleanSetting } from '#lib/setting.ts';
import { DEVICES } from '#paths/addresses.ts';
import { lastPlace } from '#paths/frame.ts';
import { firstView } from '#paths/savedViews.ts';
import { useConnectionInUse } from '#session/connections.ts';
import { signOut } from '#session/session.ts';
import { leaveSession } from '#session/workTray.ts';
import { TimeControl } from '#shell/TimeControl.tsx';
import { useNarrow, usePhone } from '#ui/browser/useMedia.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { ThemePick } from '#ui/controls/ThemePick.tsx';
import { LoadingInput } from '#ui/inputs/LoadingInput.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { Logo } from '#ui/page/Logo.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import shared from '#ui/theme/shared.module.css';
import { ConnectionMenu } from './ConnectionMenu.tsx';
import { belongsTo, PLACES } from './places.ts';
import classes from './SideBar.module.css';
import { TrayPlace } from './TrayPlace.tsx';

const folded = createBooleanSetting('sideBarFolded');

type Props = { pathname: string; navigate: NavigateFunction; onKeys: () => void };

export const SideBar = memo(function SideBar({ pathname, navigate, onKeys }: Props) {
  const { id } = useConnectionInUse();
  const [isFolded, fold] = useSetting(folded);
  const phone = usePhone();
  const narrow = useNarrow();
  return (
    <header className={classes['side']} data-pane data-folded={isFolded || undefined}>
      <div className={classes['brand']}>
        <Logo />
        <IconButton
          Icon={IconLayoutSidebar}
          className={classes['fold']}
          size="row"
          label={isFolded ? 'Unfold the side bar' : 'Fold the side bar'}
          aria-expanded={!isFolded}
          onClick={() => fold(!isFolded)}
        />
      </div>
      <Search />
      <nav className={classes['places']} aria-label="Pages">
        {PLACES.map(({ address, title, Icon }) => (
          <Link
            key={address}
            className={`${classes['item']} ${shared['choice']} ${shared['row']}`}
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
        {!phone && <TrayPlace room={isFolded || narrow ? 'rail' : 'bar'} />}
        <Settings navigate={navigate} onKeys={onKeys} />
      </div>
      <div className={classes['more']}>
        <Popover
          label="More"
          opener={(control) => (
            <button {...control} type="button" className={`${classes['item']} ${shared['choice']} ${shared['row']}`}>
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

function Settings({ onDone, ...ways }: Omit<Props, 'pathname'> & { onDone?: () => void }) {
  return (
    <>
      <ConnectionMenu {...ways} onDone={onDone} />
      <div className={`${classes['choice']} ${shared['choice']} ${shared['row']}`}>
        <IconClock size={16} stroke={1.5} aria-hidden />
        <TimeControl />
      </div>
      <div className={`${classes['choice']} ${shared['choice']} ${shared['row']}`}>
        <IconSun size={16} stroke={1.5} aria-hidden />
        <ThemePick />
      </div>
      <Button
        look="plain"
        className={`${classes['way']} ${shared['choice']} ${shared['row']}`}
        Icon={IconLogout}
        data-tip="Sign out"
        data-tip-narrow
        onClick={() => leaveSession(signOut)}
      >
        <span>Sign out</span>
      </Button>
    </>
  );
}

type PaletteProps = ComponentProps<typeof import('#shell/palette/CommandPalette.tsx').CommandPalette> & {
  /** Called with text typed while the palette's code loads. */
  onType: (text: string) => void;
};

const CommandPalette = loaded<PaletteProps>(
  async () => (await import('#shell/palette/CommandPalette.tsx')).CommandPalette,
  {
    waiting: ({ onType }) => <LoadingInput label="Go to, loading" onType={onType} />,
  },
);

/** Opens the command palette by click or Mod+K; its code is loaded on first use. */
function Search() {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const before = useRef<Element>(null);
  const open = () => {
    if (opened) return;
    before.current = document.activeElement;
    setTyped('');
    setOpened(true);
  };
  const close = () => {
    // the page stops being inert once the palette is unmounted
    flushSync(() => setOpened(false));
    // a newly opened page moves the focus itself
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  };
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    if (defaultPrevented || ctrlKey === metaKey || altKey || shiftKey || key.toLowerCase() !== 'k') return;
    event.preventDefault();
    open();
  });
  return (
    <>
      <Button
        className={classes['search']}
        Icon={IconSearch}
        end={<kbd aria-hidden>Ctrl K</kbd>}
        aria-keyshortcuts="Control+K Meta+K"
        data-tip="Go to"
        data-tip-keys="Ctrl K"
        data-tip-narrow
        onClick={open}
        onPointerEnter={() => void CommandPalette.ahead().catch(() => undefined)}
      >
        <span className={classes['label']}>Go to</span>
      </Button>
      {opened && <CommandPalette typed={typed} onType={setTyped} onClose={close} />}
    </>
  );
}
