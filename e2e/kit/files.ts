import type { Page } from 'playwright/test';

/** A file that somebody would choose when asked where to save one is made in the page's own file system. */
export async function chooseFiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(window, 'showSaveFilePicker', async ({ suggestedName }: { suggestedName: string }) => {
      const root = await navigator.storage.getDirectory();
      Reflect.set(window, 'chosenFile', suggestedName);
      return root.getFileHandle(suggestedName, { create: true });
    });
  });
}

/** The file that was chosen last, by its name, and what stands in it. */
export function chosenFile(page: Page): Promise<{ name: string; text: string }> {
  return page.evaluate(async () => {
    const name: string = Reflect.get(window, 'chosenFile');
    const root = await navigator.storage.getDirectory();
    const file = await (await root.getFileHandle(name)).getFile();
    return { name, text: await file.text() };
  });
}
