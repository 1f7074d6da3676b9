import { useMediaQuery } from '@mantine/hooks';

/** Same breakpoints as in the style sheets. */
const PHONE = '(max-width: 640px)';
const NARROW = '(max-width: 1199px)';
const WIDE = '(min-width: 1340px)';

export function useMedia(query: string): boolean {
  return useMediaQuery(query, undefined, { getInitialValueInEffect: false });
}

export function useIsPhone(): boolean {
  return useMedia(PHONE);
}

/** The side bar is a rail and bars are short. */
export function useIsNarrowScreen(): boolean {
  return useMedia(NARROW);
}

/** Bars have room for rarely used controls. */
export function useIsWideScreen(): boolean {
  return useMedia(WIDE);
}
