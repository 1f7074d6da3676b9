import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import classes from './Search.module.css';

const CommandPalette = lazy(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette }));

/** Opens the command palette, by click or Mod+K; its code is loaded when it is first wanted. */
export function Search() {
  const [wanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    if (wanted) void import('@mantine/spotlight').then(({ spotlight }) => spotlight.open());
  };
  useHotkeys(wanted ? [] : [['mod+K', open]], []);
  return (
    <>
      <Button
        className={classes['search']}
        icon={<IconSearch size={16} stroke={1.75} aria-hidden />}
        end={<kbd>Ctrl K</kbd>}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <span className={classes['label']}>Go to</span>
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <CommandPalette />
        </Suspense>
      )}
    </>
  );
}
