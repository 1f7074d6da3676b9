import type { Page } from 'playwright/test';

/** A file that somebody would choose when asked where to save one is made in the page's own file system. */
export async function chooseFiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(window, 'showSaveFilePicker', async ({ suggestedName }: { suggestedName: string }) => {
      const root = await navigator.storage.getDirectory();
      const handle = await root.getFileHandle(suggestedName, { create: true });
      Reflect.set(window, 'chosenFile', handle);
      return handle;
    });
  });
}

/** The file that was chosen last, by its name, and what stands in it. */
export function chosenFile(page: Page): Promise<{ name: string; text: string }> {
  return page.evaluate(async () => {
    const file = await (Reflect.get(window, 'chosenFile') as FileSystemFileHandle).getFile();
    return { name: file.name, text: await file.text() };
  });
}
