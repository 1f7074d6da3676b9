import { useMediaQuery } from '@mantine/hooks';

/** As the style sheets have them: what is no wider is a phone, or has no room for all that a bar can hold. */
const PHONE = '(max-width: 640px)';
const NARROW = '(max-width: 1199px)';
const WIDE = '(min-width: 1340px)';

/** Whether a media query of CSS holds, for what a style sheet alone cannot change: from the first drawing on. */
export function useMedia(query: string): boolean {
  return useMediaQuery(query, undefined, { getInitialValueInEffect: false });
}

export function usePhone(): boolean {
  return useMedia(PHONE);
}

/** The side bar is a rail, and bars are short. */
export function useNarrow(): boolean {
  return useMedia(NARROW);
}

/** A bar has room for the controls that are used least. */
export function useWide(): boolean {
  return useMedia(WIDE);
}
