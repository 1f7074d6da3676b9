import { useWindowEvent } from '@mantine/hooks';
import { IconClock, IconDots, IconLayoutSidebar, IconLogout, IconSearch, IconSun } from '@tabler/icons-react';
import { type ComponentProps, memo, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { Link, type NavigateFunction } from 'react-router-dom';
import { createBooleanSetting } from '#lib/setting.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { useCurrentConnection } from '#session/connections.ts';
import { useLastUrls } from '#session/lastUrls.ts';
import { useTaskTray } from '#session/taskTray.ts';
import { useSessionStore } from '#session/useSession.ts';
import { TimeModeSelect } from '#shell/TimeModeSelect.tsx';
import { getKeyLetter } from '#ui/browser/shortcuts.ts';
import { useIsNarrowScreen, useIsPhone } from '#ui/browser/useMedia.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { createOverLimitCount } from '#ui/controls/overLimitCount.ts';
import { ThemeSelect } from '#ui/controls/ThemeSelect.tsx';
import { TypingBufferInput } from '#ui/inputs/TypingBufferInput.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { Logo } from '#ui/page/Logo.tsx';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import shared from '#ui/theme/shared.module.css';
import { Tag } from '#ui/values/Tag.tsx';
import { DASHBOARDS_PATH, DEVICES_PATH } from '#urls/routePaths.ts';
import { findDefaultViewUrl } from '#urls/savedViews.ts';
import { ConnectionMenu } from './ConnectionMenu.tsx';
import { LazyTaskTray } from './LazyTaskTray.tsx';
import { isActiveAddress, NAVIGATION } from './navigation.ts';
import classes from './SideBar.module.css';

const sideBarFolded = createBooleanSetting('sideBarFolded');

type Props = { pathname: string; navigate: NavigateFunction; onShowShortcuts: () => void };

export const SideBar = memo(function SideBar({ pathname, navigate, onShowShortcuts }: Props) {
  const { id } = useCurrentConnection();
  const lastUrls = useLastUrls();
  const attention = useService(createOverLimitCount);
  const exceeded = useSyncExternalStore(attention.subscribe, attention.get);
  const [isFolded, fold] = useSetting(sideBarFolded);
  const phone = useIsPhone();
  const narrow = useIsNarrowScreen();
  return (
    <header className={classes['side']} data-pane data-folded={isFolded || undefined}>
      <div className={classes['brand']}>
        <Logo />
        <IconButton
          Icon={IconLayoutSidebar}
          className={classes['fold']}
          size="row"
          label={isFolded ? 'Expand the sidebar' : 'Collapse the sidebar'}
          aria-expanded={!isFolded}
          onClick={() => fold(!isFolded)}
        />
      </div>
      <CommandPaletteButton />
      <nav className={classes['nav']} aria-label="Pages">
        {NAVIGATION.map(({ address, title, Icon }) => (
          <Link
            key={address}
            className={`${classes['item']} ${shared['listButton']} ${shared['row']}`}
            to={
              address === pathname
                ? address
                : lastUrls.get(address, address === DEVICES_PATH ? findDefaultViewUrl(id) : undefined)
            }
            aria-current={isActiveAddress(address, pathname) ? 'page' : undefined}
            data-tip={title}
            data-tip-narrow
          >
            <Icon size={16} stroke={1.5} aria-hidden />
            <span>{title}</span>
            {address === DASHBOARDS_PATH && exceeded > 0 && (
              <span className={classes['badge']}>
                <Tag tone="attention">
                  {exceeded}
                  <span data-spoken> over their limits</span>
                </Tag>
              </span>
            )}
          </Link>
        ))}
      </nav>
      <div className={classes['foot']}>
        {!phone && <LazyTaskTray layout={isFolded || narrow ? 'rail' : 'bar'} />}
        <SideBarSettings navigate={navigate} onShowShortcuts={onShowShortcuts} />
      </div>
      <div className={classes['more']}>
        <Popover
          label="More"
          renderTrigger={(control) => (
            <button
              {...control}
              type="button"
              className={`${classes['item']} ${shared['listButton']} ${shared['row']}`}
            >
              <IconDots size={16} stroke={1.5} aria-hidden />
              <span>More</span>
            </button>
          )}
        >
          {(close) => (
            <div className={classes['sheet']}>
              <SideBarSettings navigate={navigate} onShowShortcuts={onShowShortcuts} onDone={close} />
            </div>
          )}
        </Popover>
      </div>
    </header>
  );
});

function SideBarSettings({ onDone, ...ways }: Omit<Props, 'pathname'> & { onDone?: () => void }) {
  const session = useSessionStore();
  const taskTray = useTaskTray();
  return (
    <>
      <ConnectionMenu {...ways} onDone={onDone} />
      <div className={`${classes['choice']} ${shared['listButton']} ${shared['row']}`}>
        <IconClock size={16} stroke={1.5} aria-hidden />
        <TimeModeSelect />
      </div>
      <div className={`${classes['choice']} ${shared['listButton']} ${shared['row']}`}>
        <IconSun size={16} stroke={1.5} aria-hidden />
        <ThemeSelect />
      </div>
      <Button
        variant="plain"
        className={`${classes['action']} ${shared['listButton']} ${shared['row']}`}
        Icon={IconLogout}
        data-tip="Sign out"
        data-tip-narrow
        onClick={() => taskTray.requestLeave(session.signOut)}
      >
        <span>Sign out</span>
      </Button>
    </>
  );
}

type LazyPaletteProps = ComponentProps<typeof import('#shell/palette/CommandPalette.tsx').CommandPalette> & {
  /** Called with text that was typed while the palette's code loads. */
  onType: (text: string) => void;
};

const CommandPalette = lazyComponent<LazyPaletteProps>(
  async () => (await import('#shell/palette/CommandPalette.tsx')).CommandPalette,
  {
    fallback: ({ onType }) => <TypingBufferInput label="Go to, loading" onType={onType} />,
  },
);

/** Button that opens the command palette, as does Mod+K. The palette's code is loaded on first use. */
function CommandPaletteButton() {
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
    // the page stops being inert only when the palette is unmounted
    flushSync(() => setOpened(false));
    // a newly opened page moves the focus itself
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  };
  useWindowEvent('keydown', (event) => {
    const { ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    if (defaultPrevented || ctrlKey === metaKey || altKey || shiftKey || getKeyLetter(event) !== 'k') return;
    event.preventDefault();
    open();
  });
  return (
    <>
      <Button
        className={classes['search']}
        Icon={IconSearch}
        end={
          <kbd translate="no" aria-hidden>
            Ctrl K
          </kbd>
        }
        aria-keyshortcuts="Control+K Meta+K"
        data-tip="Go to"
        data-tip-keys="Ctrl K"
        data-tip-narrow
        onClick={open}
        onPointerEnter={() => void CommandPalette.preload().catch(() => undefined)}
      >
        <span className={classes['label']}>Go to</span>
      </Button>
      {opened && <CommandPalette initialText={typed} onType={setTyped} onClose={close} />}
    </>
  );
}
