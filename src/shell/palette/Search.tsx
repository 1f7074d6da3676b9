import { useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentProps, useRef, useState } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import classes from './Search.module.css';

type PaletteProps = ComponentProps<typeof import('./CommandPalette.tsx').CommandPalette> & {
  /** Told what is typed while its code is on its way. */
  onType: (text: string) => void;
};

const CommandPalette = loaded<PaletteProps>(async () => (await import('./CommandPalette.tsx')).CommandPalette, {
  waiting: ({ onType }) => <TypedMeanwhile onType={onType} />,
});

/** Opens the command palette, by click or Mod+K; its code is loaded when it is first wanted. */
export function Search({ className = '' }: { className?: string | undefined }) {
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
        onPointerEnter={() => void CommandPalette.ahead().catch(() => undefined)}
      >
        <span className={classes['label']}>Go to</span>
      </Button>
      {opened && <CommandPalette typed={typed} onType={setTyped} onClose={close} />}
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
