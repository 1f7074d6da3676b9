import { announce } from '#lib/tasks/announce.ts';
import { ValueStore } from '#lib/valueStore.ts';

export const toastStore = new ValueStore<{ words: string; number: number } | undefined>(undefined);

export function showToast(message: string): void {
  toastStore.set({ words: message, number: (toastStore.get()?.number ?? 0) + 1 });
  announce(message, 'toast');
}
