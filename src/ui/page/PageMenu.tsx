import { IconDots } from '@tabler/icons-react';
import { IconButton } from '#ui/controls/IconButton.tsx';
import type { MenuRow } from '#ui/overlays/hangingPanels.tsx';
import { Menu } from '#ui/overlays/Menu.tsx';
import { type Freshness, intervalLabel } from '#ui/states/Freshness.tsx';
import { copyRows } from './copyRows.ts';

type Props = {
  /** As in "More of this list". */
  label: string;
  /** The page's request in several notations. */
  requests: readonly { label: string; text: string }[];
  autoRefresh: Parameters<typeof Freshness>[0]['autoRefresh'];
  /** What the page has no button for. */
  further?: readonly MenuRow[];
};

/** The ⋯ of a page: what has no button there, or none on a phone. */
export function PageMenu({ label, requests, autoRefresh, further = [] }: Props) {
  const rows: MenuRow[] = [
    ...further,
    ...copyRows(requests),
    { heading: 'Auto-refresh' },
    ...autoRefresh.choices.map((seconds) => ({
      label: intervalLabel(seconds),
      key: String(seconds),
      chosen: seconds === autoRefresh.seconds,
      run: () => autoRefresh.choose(seconds),
    })),
  ];
  return (
    <Menu
      label={label}
      align="end"
      rows={rows}
      opener={(control) => (
        <IconButton {...control} label={label}>
          <IconDots size={16} stroke={1.5} aria-hidden />
        </IconButton>
      )}
    />
  );
}
