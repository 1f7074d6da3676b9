import { useEffect, useState } from 'react';
import { TAKES_TEXT } from '#ui/browser/letterKeys.ts';
import type { Tip } from './hangingPanels.tsx';
import { panel } from './panel.tsx';

// without a network there is no tooltip, and the page stays
const TooltipPanel = panel((panels) => panels.TooltipPanel, { missing: 'nothing' });

/** What has `data-tip-narrow` shows its words itself unless it is narrower than this. */
const NARROW_PX = 60;

/** How long a pointer rests before something is said; the keyboard is told at once. */
const REST_MS = 400;

/**
 * Says what `data-tip` holds of whatever is pointed at or reached by Tab, and the keys in `data-tip-keys`: one listener
 * for all, so that a page of controls is drawn as fast as without.
 */
export function Tooltips() {
  const [tip, setTip] = useState<Tip>();
  // pointer and focus are the document's
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
    // whoever types has read what to type, and looks at what it finds
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
