import { usePhone } from '#ui/browser/useMedia.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { tableOnPhone } from './gridSettings.ts';

/** Whether devices are rows of two lines: on a phone, unless somebody wants its columns there too. */
export function useTwoLines(): boolean {
  const phone = usePhone();
  const [table] = useSetting(tableOnPhone);
  return phone && !table;
}
