import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { TAKES_TEXT } from '#ui/browser/letterKeys.ts';
import { latestToast, subscribeToToasts } from '#ui/notices/toast.ts';
import type { Tip } from '#ui/overlays/hangingPanels.tsx';
import { panel } from '#ui/overlays/panel.tsx';
import { followColorScheme } from '#ui/theme/colorScheme.ts';
import './styles.css';
import 'virtual:theme.css';

const ToastPanel = panel((panels) => panels.ToastPanel);
// offline, tooltips are simply missing
const TooltipPanel = panel((panels) => panels.TooltipPanel, { missing: 'nothing' });

/** Width limit in px: above it, elements with `data-tip-narrow` show their label and get no tooltip. */
const NARROW_PX = 60;

/** Hover delay, in ms; keyboard focus shows the tooltip at once. */
const REST_MS = 400;

followColorScheme();

export function AppTheme({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Tooltips />
      <Toasts />
    </>
  );
}

function Toasts() {
  const latest = useSyncExternalStore(subscribeToToasts, latestToast);
  return latest && <ToastPanel {...latest} />;
}

/** Shows `data-tip` and `data-tip-keys` of the hovered or focused element; one listener for the whole page. */
function Tooltips() {
  const [tip, setTip] = useState<Tip>();
  // pointer and focus are DOM events
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = (event: Event, wait: number) => {
      clearTimeout(timer);
      const at = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null;
      if (!at) return setTip(undefined);
      timer = setTimeout(() => setTip(tipOf(at)), wait);
    };
    const hush = () => {
      clearTimeout(timer);
      setTip(undefined);
    };
    const point = (event: PointerEvent) => event.pointerType === 'mouse' && say(event, REST_MS);
    const reach = (event: FocusEvent) =>
      event.target instanceof Element && event.target.matches(':focus-visible') ? say(event, 0) : hush();
    // typing hides the tooltip, which would cover the results
    const leave = (event: KeyboardEvent) => (event.key === 'Escape' || isTyped(event)) && hush();
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

function isTyped({ key, target }: KeyboardEvent): boolean {
  return key.length === 1 && target instanceof Element && target.closest(TAKES_TEXT) !== null;
}

function tipOf(at: HTMLElement): Tip | undefined {
  const { tip: text, tipKeys: keys, tipNarrow } = at.dataset;
  if (tipNarrow !== undefined && at.offsetWidth > NARROW_PX) return undefined;
  return text && at.isConnected ? { at, text, keys } : undefined;
}
