import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusComplaint } from '#ui/browser/useFocusComplaint.ts';

export type QueryPaneState = ReturnType<typeof useQueryPane>;

/** Where the query is written, on a narrow screen a drawer that is open or not; and the ways to what is wrong there. */
export function useQueryPane() {
  const root = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState(false);
  const after = (change: () => void) =>
    flushSync(() => {
      change();
      setOpened(true);
    });
  return {
    root,
    opened,
    setOpened,
    /** Has a complaint seen, and leads to it. */
    complain: (change: () => void) => {
      after(change);
      focusComplaint(root.current);
    },
    /** Leads to the stage that something is wrong with. */
    lead: (change: () => void) => {
      after(change);
      failedField(root.current)?.focus();
    },
  };
}

/** Where the stage that something is wrong with is edited. */
export function failedField(root: HTMLElement | null): HTMLElement | null | undefined {
  const within = (selector: string) => root?.querySelector<HTMLElement>(selector);
  return (
    within('[data-invalid] [data-focus]') ??
    within('[data-invalid] [data-fold]') ??
    within('[aria-label="Pipeline as JSON"]')
  );
}
