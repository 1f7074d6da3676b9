import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { SHORTCUT_EXCLUSION_SELECTOR } from '#ui/browser/shortcuts.ts';
import { getLatestToast, subscribeToToasts } from '#ui/notices/toast.ts';
import { lazyOverlay } from '#ui/overlays/lazyOverlay.tsx';
import type { TooltipState } from '#ui/overlays/popovers.tsx';
import { syncColorScheme } from '#ui/theme/colorScheme.ts';
import './styles.css';
import 'virtual:theme.css';

const ToastPanel = lazyOverlay((panels) => panels.ToastPanel);
// offline, tooltips are simply missing
const TooltipPanel = lazyOverlay((panels) => panels.TooltipPanel, { onLoadError: 'nothing' });

/** Maximum width in px of a button whose label is hidden. Wider elements marked `data-tip-narrow` get no tooltip. */
const ICON_ONLY_MAX_WIDTH_PX = 60;

const HOVER_DELAY_MS = 400;

export function UiRoot({ children }: { children: ReactNode }) {
  // the scheme is an attribute of the document
  useEffect(syncColorScheme, []);
  return (
    <>
      {children}
      <Tooltips />
      <Toasts />
    </>
  );
}

function Toasts() {
  const latest = useSyncExternalStore(subscribeToToasts, getLatestToast);
  return latest && <ToastPanel {...latest} />;
}

/**
 * Shows the tooltip (`data-tip`, `data-tip-keys`) of the hovered or focused element. One listener handles the whole
 * page.
 */
function Tooltips() {
  const [tip, setTip] = useState<TooltipState>();
  // pointer and focus are DOM events
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = (event: Event, wait: number) => {
      clearTimeout(timer);
      const at = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null;
      if (!at) return setTip(undefined);
      timer = setTimeout(() => setTip(readTooltip(at)), wait);
    };
    const hush = () => {
      clearTimeout(timer);
      setTip(undefined);
    };
    const point = (event: PointerEvent) => event.pointerType === 'mouse' && say(event, HOVER_DELAY_MS);
    const reach = (event: FocusEvent) =>
      event.target instanceof Element && event.target.matches(':focus-visible') ? say(event, 0) : hush();
    // typing hides the tooltip, which would cover the results
    const leave = (event: KeyboardEvent) => (event.key === 'Escape' || isTextInputKey(event)) && hush();
    const told: [string, (event: never) => void][] = [
      ['pointerover', point],
      ['pointerdown', hush],
      ['focusin', reach],
      ['keydown', leave],
      ['scroll', hush],
    ];
    for (const [name, listener] of told) document.addEventListener(name, listener as EventListener, true);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of told) document.removeEventListener(name, listener as EventListener, true);
    };
  }, []);
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
