import {
  buildDocumentsUrl,
  getCollectionInput,
  getDocumentGrid,
  showEditor,
  showView,
} from '#e2e/helpers/datastorePage.ts';
import { expect, openSignedIn, test } from '#e2e/helpers/fixtures.ts';
import { NetworkFaultProxy, NOT_FOUND_RESPONSE } from '#e2e/helpers/networkFaultProxy.ts';

const QUERY = buildDocumentsUrl({ pipeline: [{ type: 'match', filter: { level: 'info' } }] });

for (const { chunk, choice, role } of [
  { chunk: 'PipelineJsonEditor', choice: 'JSON', role: 'textbox' },
  { chunk: 'ResultChart', choice: 'Chart', role: 'slider' },
] as const) {
  test(`a failed load of ${choice} fails in its place`, { tag: ['@firefox', '@long'] }, async ({ page, service }) => {
    let gone = true;
    const wire = await new NetworkFaultProxy(service.url, (line) =>
      gone && line.includes(`/${chunk}-`) ? NOT_FOUND_RESPONSE : undefined,
    ).open();
    await openSignedIn(page, service, `${wire.url}${QUERY}`);
    await expect(getDocumentGrid(page)).toBeVisible();
    await (choice === 'JSON' ? showEditor(page, choice) : showView(page, choice));
    const unloaded = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await expect(unloaded).toBeVisible();
    await expect(getCollectionInput(page)).toHaveValue('logs');
    gone = false;
    await unloaded.getByRole('button', { name: 'Try again' }).click();
    await expect(unloaded).toHaveCount(0);
    await expect(page.getByRole(role, { name: new RegExp(choice) })).toBeVisible();
    await wire.close();
  });
}
