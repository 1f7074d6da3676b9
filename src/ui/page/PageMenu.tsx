import { IconDots } from '@tabler/icons-react';
import { AUTO_REFRESH_SECONDS, autoRefresh } from '#lib/time/autoRefresh.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { GUIDE, type PageAction, showGuide, usePageActions } from '#ui/controls/pageActions.ts';
import { copyText } from '#ui/notices/copyText.ts';
import { showToast } from '#ui/notices/toast.ts';
import type { MenuRow } from '#ui/overlays/hangingPanels.tsx';
import { Menu } from '#ui/overlays/Menu.tsx';
import { intervalLabel } from '#ui/states/Freshness.tsx';

type CopiedLink = { text: string; note: string };

type Props = {
  label: string;
  requests: readonly { label: string; text: string }[];
  further?: readonly MenuRow[];
  /** Creates the link when copied, if it differs from the URL. */
  link?: () => CopiedLink | Promise<CopiedLink>;
};

/** Menu (⋯) of a page; holds actions without a button, or without one on phones. */
export function PageMenu({ label, requests, further = [], link }: Props) {
  const [every, choose] = useSetting(autoRefresh);
  const acts: MenuRow[] = [
    ...further,
    { label: 'Copy link', run: () => void copyLink(link) },
    ...(requests.length > 0 ? [{ heading: 'Copy the request, without credentials' }] : []),
    ...requests.map(({ label, text }) => ({
      label: `Copy as ${label}`,
      key: label,
      run: () => void copyText(text, { subject: `as ${label}` }),
    })),
  ];
  usePageActions(acts.flatMap((act) => (isNamed(act) ? act : [])));
  const rows: MenuRow[] = [
    ...acts,
    'line',
    { label: GUIDE, run: showGuide },
    { heading: 'Auto-refresh' },
    ...AUTO_REFRESH_SECONDS.map((seconds) => ({
      label: intervalLabel(seconds),
      key: String(seconds),
      chosen: seconds === every,
      run: () => choose(seconds),
    })),
  ];
  return (
    <Menu
      label={label}
      align="end"
      rows={rows}
      opener={(control) => <IconButton {...control} Icon={IconDots} label={label} />}
    />
  );
}

function isNamed(row: MenuRow): row is PageAction {
  return typeof row === 'object' && 'run' in row && typeof row.label === 'string' && row.chosen === undefined;
}

async function copyLink(create: Props['link']): Promise<void> {
  try {
    const { text, note } = create ? await create() : { text: location.href, note: '' };
    await copyText(text, { subject: 'link', note });
  } catch {
    showToast('The link could not be created. Reload the page, then try again.');
  }
}
