import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import { SHORTCUT_EXCLUSION_SELECTOR } from '#ui/browser/shortcuts.ts';
import { toastStore } from '#ui/notices/toast.ts';
import { lazyOverlay } from '#ui/overlays/lazyOverlay.tsx';
import type { TooltipState } from '#ui/overlays/popovers.tsx';
import './styles.css';
import 'virtual:theme.css';

const ToastPanel = lazyOverlay((panels) => panels.ToastPanel);
// offline, tooltips are simply missing
const TooltipPanel = lazyOverlay((panels) => panels.TooltipPanel, { onLoadError: 'nothing' });

/** Maximum width in px of a button whose label is hidden. Wider elements marked `data-tip-narrow` get no tooltip. */
const ICON_ONLY_MAX_WIDTH_PX = 60;

const HOVER_DELAY_MS = 400;

export function UiRoot({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Tooltips />
      <Toasts />
    </>
  );
}

function Toasts() {
  const latest = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  return latest && <ToastPanel {...latest} />;
}

/** Shows the tooltip (`data-tip`, `data-tip-keys`) of the hovered or focused element of the whole page. */
function Tooltips() {
  const [tip, setTip] = useState<TooltipState>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = () => {
    clearTimeout(timer.current);
    setTip(undefined);
  };
  const show = ({ target }: Event, delayMs: number) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
    if (!element) return hide();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setTip(readTooltip(element)), delayMs);
  };
  useWindowEvent('pointerover', (event) => event.pointerType === 'mouse' && show(event, HOVER_DELAY_MS), true);
  useWindowEvent('pointerdown', hide, true);
  useWindowEvent('scroll', hide, true);
  useWindowEvent(
    'focusin',
    (event) => (event.target instanceof Element && event.target.matches(':focus-visible') ? show(event, 0) : hide()),
    true,
  );
  // typing hides the tooltip, which would cover the results
  useWindowEvent('keydown', (event) => (event.key === 'Escape' || isTextInputKey(event)) && hide(), true);
  return tip && <TooltipPanel {...tip} />;
}

function isTextInputKey({ key, target }: KeyboardEvent): boolean {
  return key.length === 1 && target instanceof Element && target.closest(SHORTCUT_EXCLUSION_SELECTOR) !== null;
}

function readTooltip(at: HTMLElement): TooltipState | undefined {
  const { tip: text, tipKeys: keys, tipNarrow } = at.dataset;
  if (tipNarrow !== undefined && at.offsetWidth > ICON_ONLY_MAX_WIDTH_PX) return undefined;
  return text && at.isConnected ? { target: at, text, shortcut: keys } : undefined;
}
