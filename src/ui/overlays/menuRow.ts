import type { ReactNode } from 'react';

export type MenuItem = {
  label: ReactNode;
  /** What tells it from others with the same words. */
  key?: string;
  icon?: ReactNode;
  /** At the right: a number, or keys that do the same. */
  aside?: ReactNode;
  chosen?: boolean;
  run: () => void;
};

/** One row of a menu; a heading begins a group, a line ends one. */
export type MenuRow = MenuItem | { heading: string } | 'line';
