import type { Page } from 'playwright/test';

export async function mockSavePicker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(window, 'showSaveFilePicker', async ({ suggestedName }: { suggestedName: string }) => {
      const root = await navigator.storage.getDirectory();
      const handle = await root.getFileHandle(suggestedName, { create: true });
      Reflect.set(window, 'chosenFile', handle);
      return handle;
    });
  });
}

export function readSavedFile(page: Page): Promise<{ name: string; text: string }> {
  return page.evaluate(async () => {
    const file = await (Reflect.get(window, 'chosenFile') as FileSystemFileHandle).getFile();
    return { name: file.name, text: await file.text() };
  });
}
