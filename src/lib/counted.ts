import { formatCount } from './counts.ts';

/** `1 device`, `2 devices`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}
