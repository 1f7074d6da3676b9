import { useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Later } from '#lib/later.ts';
import { Button } from '#ui/controls/Button.tsx';
import { MissingPart, useLater } from '#ui/states/loaded.tsx';
import classes from './Search.module.css';

const palette = new Later(async () => (await import('./CommandPalette.tsx')).CommandPalette);

/** Opens the command palette, by click or Mod+K; its code is loaded when it is first wanted. */
export function Search({ className = '' }: { className?: string | undefined }) {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const [near, setNear] = useState(false);
  const { code: CommandPalette, failure, again } = useLater(palette, opened ? 'now' : near ? 'ahead' : 'never');
  const before = useRef<Element>(null);
  const open = () => {
    if (opened) return;
    before.current = document.activeElement;
    setTyped('');
    setOpened(true);
  };
  const close = () => {
    setOpened(false);
    // where it was, if that is still there; a page that was gone to takes the focus itself
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
        className={`${classes['search']} ${className}`}
        icon={<IconSearch size={16} stroke={1.5} aria-hidden />}
        end={<kbd>Ctrl K</kbd>}
        aria-label="Go to"
        aria-keyshortcuts="Control+K Meta+K"
        data-tip="Go to"
        data-tip-keys="Ctrl K"
        data-tip-narrow
        onClick={open}
        onPointerEnter={() => setNear(true)}
      >
        <span className={classes['label']}>Go to</span>
      </Button>
      {opened && CommandPalette && <CommandPalette typed={typed} onClose={close} />}
      {opened && !CommandPalette && !failure && <TypedMeanwhile onType={setTyped} />}
      {opened && failure && <MissingPart again={again} onClose={close} />}
    </>
  );
}

/** Takes what is typed while the palette's code is on its way. */
function TypedMeanwhile({ onType }: { onType: (text: string) => void }) {
  return (
    <input
      ref={(input) => input?.focus({ preventScroll: true })}
      className={classes['meanwhile']}
      aria-label="Go to, loading"
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  );
}
