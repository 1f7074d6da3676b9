import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { forgetPlaces, rememberPlace } from '#paths/frame.ts';
import { currentSession, subscribe } from '#session/session.ts';

/** What ends the care for the focus of a page that was come to: from then on it is the user's. */
const SIGNS = ['keydown', 'pointerdown', 'wheel'] as const;

subscribe(() => {
  if (!currentSession().connection) forgetPlaces();
});

/** Comes anew with each page: remembers where it is left, and sees that the focus is somewhere on it. */
export function Arrival() {
  const { pathname, search, hash } = useLocation();
  useEffect(() => rememberPlace({ pathname, search, hash }), [pathname, search, hash]);
  // focus is the document's to know; a page that was just loaded begins where browsers let it
  useLayoutEffect(() => (navigator.userActivation?.hasBeenActive ? focusOnArrival() : undefined), []);
  return null;
}

/** The page's code, its rows or the end of a dialog may be yet to come: whatever changes is a reason to look. */
function focusOnArrival(): () => void {
  const observer = new MutationObserver(focusIfLost);
  const stop = () => {
    observer.disconnect();
    for (const sign of SIGNS) removeEventListener(sign, stop, true);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const sign of SIGNS) addEventListener(sign, stop, { capture: true, passive: true });
  focusIfLost();
  return stop;
}

/** For as long as the pages are there: after a click or a key that took away what had the focus, the page's heading gets it. */
export function keepFocus(): () => void {
  let last: EventTarget | null = null;
  const note = ({ target }: FocusEvent) => {
    last = target;
  };
  // a task later it has been drawn; waiting for a frame would ask for one after every letter that is typed
  const look = () =>
    setTimeout(() => {
      if (last instanceof Node && !last.isConnected) focusIfLost();
    });
  addEventListener('focusin', note);
  addEventListener('click', look);
  addEventListener('keyup', look);
  return () => {
    removeEventListener('focusin', note);
    removeEventListener('click', look);
    removeEventListener('keyup', look);
  };
}

function focusIfLost(): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
