import { useMediaQuery } from '@mantine/hooks';

/** Same breakpoints as in the style sheets. */
const PHONE = '(max-width: 640px)';
const NARROW = '(max-width: 1199px)';
const WIDE = '(min-width: 1340px)';

export function useMedia(query: string): boolean {
  return useMediaQuery(query, undefined, { getInitialValueInEffect: false });
}

export function usePhone(): boolean {
  return useMedia(PHONE);
}

/** The side bar is a rail and bars are short. */
export function useNarrow(): boolean {
  return useMedia(NARROW);
}

/** Bars have room for rarely used controls. */
export function useWide(): boolean {
  return useMedia(WIDE);
}
