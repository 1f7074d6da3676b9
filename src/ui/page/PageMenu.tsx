import { IconDots } from '@tabler/icons-react';
import { autoRefreshSetting } from '#lib/time/autoRefreshSetting.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { useSetting } from '#ui/browser/useSetting.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import {
  createPageActionRegistry,
  GUIDE_ACTION_LABEL,
  type PageAction,
  useRegisterPageActions,
} from '#ui/controls/pageActionRegistry.ts';
import { createPinRequestStore, PIN_LABEL, type PinRequest } from '#ui/controls/pinRequestStore.ts';
import { copyToClipboard } from '#ui/notices/copyToClipboard.ts';
import { showToast } from '#ui/notices/toast.ts';
import { Menu } from '#ui/overlays/Menu.tsx';
import type { MenuRow } from '#ui/overlays/popovers.tsx';
import { formatRefreshInterval, listRefreshIntervals, type RefreshInterval } from '#ui/states/RefreshControls.tsx';

type LinkToCopy = { text: string; note: string };

type Props = {
  label: string;
  requests: readonly { label: string; text: string }[];
  extraItems?: readonly MenuRow[];
  createLink?: () => LinkToCopy | Promise<LinkToCopy>;
  interval?: RefreshInterval;
  /** Content to pin to a dashboard. */
  pin?: PinRequest | undefined;
};

export function PageMenu({ label, requests, extraItems = [], createLink, interval, pin }: Props) {
  const pageActions = useService(createPageActionRegistry);
  const setting = useSetting(autoRefreshSetting);
  const [every, choose] = interval ?? setting;
  const pins = useService(createPinRequestStore);
  const actions: MenuRow[] = [
    ...extraItems,
    ...(pin ? [{ label: PIN_LABEL, run: () => pins.set(pin) }] : []),
    { label: 'Copy link', run: () => void copyLink(createLink) },
    ...(requests.length > 0 ? [{ heading: 'Copy the request, without credentials' }] : []),
    ...requests.map(({ label, text }) => ({
      label: `Copy as ${label}`,
      key: label,
      run: () => void copyToClipboard(text, { subject: `as ${label}` }),
    })),
  ];
  useRegisterPageActions(actions.flatMap((act) => (isPageAction(act) ? act : [])));
  const rows: MenuRow[] = [
    ...actions,
    'line',
    { label: GUIDE_ACTION_LABEL, run: () => pageActions.showGuide() },
    { heading: 'Auto-refresh' },
    ...listRefreshIntervals(every).map((seconds) => ({
      label: formatRefreshInterval(seconds),
      key: String(seconds),
      checked: seconds === every,
      run: () => choose(seconds),
    })),
  ];
  return (
    <Menu
      label={label}
      align="end"
      rows={rows}
      renderTrigger={(control) => <IconButton {...control} Icon={IconDots} label={label} />}
    />
  );
}

function isPageAction(row: MenuRow): row is PageAction {
  return typeof row === 'object' && 'run' in row && typeof row.label === 'string' && row.checked === undefined;
}

async function copyLink(create: Props['createLink']): Promise<void> {
  try {
    const { text, note } = create ? await create() : { text: location.href, note: '' };
    await copyToClipboard(text, { subject: 'link', note });
  } catch {
    showToast('The link could not be created. Reload the page, then try again.');
  }
}
