import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { DataGridHandle } from '#ui/grid/gridProps.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useSetting } from '#ui/useSetting.ts';
import classes from './DevicesPage.module.css';
import { compactRows } from './gridSettings.ts';

/** Fewer rows than these are found by looking. */
const GO_TO_LEAST = 100;

type Props = {
  grid: RefObject<DataGridHandle | null>;
  rowCount: number;
};

/** How the rows are looked at: a row by its number, and how tall rows are. */
export function GridTools({ grid, rowCount }: Props) {
  const [compact, setCompact] = useSetting(compactRows);
  const [text, setText] = useState('');
  const go = ({ key }: KeyboardEvent) => {
    const row = Number(text.replaceAll(',', ''));
    if (key === 'Enter' && row >= 1) grid.current?.goTo(Math.floor(row) - 1);
  };
  return (
    <div className={classes['tools']}>
      {rowCount >= GO_TO_LEAST && (
        <TextField
          className={classes['goTo']}
          inputMode="numeric"
          aria-label="Go to row"
          placeholder="Go to row"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={go}
        />
      )}
      <IconButton label="Compact rows" aria-pressed={compact} onClick={() => setCompact(!compact)}>
        {compact ? (
          <IconBaselineDensitySmall size={16} aria-hidden />
        ) : (
          <IconBaselineDensityMedium size={16} aria-hidden />
        )}
      </IconButton>
    </div>
  );
}
