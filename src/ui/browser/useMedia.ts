import { useMediaQuery } from '@mantine/hooks';

/** As the style sheets have it: what is no wider is a phone. */
const PHONE = '(max-width: 640px)';

/** Whether a media query of CSS holds, for what a style sheet alone cannot change: from the first drawing on. */
export function useMedia(query: string): boolean {
  return useMediaQuery(query, undefined, { getInitialValueInEffect: false });
}

export function usePhone(): boolean {
  return useMedia(PHONE);
}
