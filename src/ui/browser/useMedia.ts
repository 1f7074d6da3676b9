import { useMediaQuery } from '@mantine/hooks';

/** Breakpoints; must match the style sheets. */
const PHONE = '(max-width: 640px)';
const NARROW = '(max-width: 1199px)';
const WIDE = '(min-width: 1340px)';

export function useMedia(query: string): boolean {
  return useMediaQuery(query, undefined, { getInitialValueInEffect: false });
}

export function useIsPhone(): boolean {
  return useMedia(PHONE);
}

export function useIsNarrowScreen(): boolean {
  return useMedia(NARROW);
}

export function useIsWideScreen(): boolean {
  return useMedia(WIDE);
}
