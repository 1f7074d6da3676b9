import type { Page } from 'playwright/test';
import { LOGS_QUERY } from '#e2e/helpers/datastore.ts';
import { expect, test } from '#e2e/helpers/fixtures.ts';
import { openSignedIn } from '#e2e/helpers/session.ts';
import { buildDatastoreUrl } from '#urls/datastore.ts';

test.use({ viewport: { width: 1440, height: 900 } });
const TIME = Date.UTC(2026, 0, 1);
const DOCUMENTS = Array.from({ length: 25 }, (_, n) => ({ documentID: `t${n}`, time: TIME + n * 60_000, a: n / 2 }));
const TREE = { ...LOGS_QUERY, collection: 'tree' };
const query = (page: Page) => page.getByRole('region', { name: 'Query' });
const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const match = (value: unknown) => [{ type: 'match', filter: { a: value } }];

test('before anything was run', async ({ page, service }) => {
  await openSignedIn(page, service, '/datastore');
  await expect(results(page)).toMatchAriaSnapshot(`
    - region "Results":
      - paragraph: Choose a collection or write a query
      - paragraph: "The service cannot list its collections. These come from the host’s configuration or were used on this connection:"
      - button "logs"
      - paragraph: Fields and their types come from the documents you have loaded.
      - paragraph:
        - button "Start from an example"
      - paragraph: Or paste a request body, a list of stages, a curl command or a query of the Mongo shell or Python here.
  `);
});

test('a builder with cards', async ({ page, service }) => {
  await service.seed({ documents: { tree: DOCUMENTS } });
  const pipeline = [...match({ $gt: 1 }), { type: 'sort', specs: { a: -1 } }];
  await openSignedIn(page, service, buildDatastoreUrl({ ...TREE, pipeline }));
  await page.getByRole('button', { name: 'Collapse stage 2' }).click();
  await expect(query(page).getByRole('list', { name: 'Stages' })).toMatchAriaSnapshot(`
    - list "Stages":
      - listitem "1 Match all conditions must match":
        - button "Drag stage 1"
        - heading "1 Match all conditions must match" [level=2]
        - text: extension
        - button "Switch stage 1 off"
        - button "More actions for stage 1"
        - button "Collapse stage 1" [expanded]
        - group "Condition stage 1 condition 1":
          - combobox "Field, stage 1 condition 1"
          - combobox "Operator, stage 1 condition 1":
            - option ">" [selected]
          - combobox "Type, stage 1 condition 1":
            - option "number" [selected]
          - textbox "Value, stage 1 condition 1"
          - button "Remove condition, stage 1 condition 1"
        - 'button "Add condition to stage 1"': Condition
      - listitem "After stage 1":
        - button "Add a stage after stage 1"
        - button "Peek at the result after stage 1"
      - listitem /2 Sort/:
        - button "Drag stage 2"
        - heading /2 Sort/ [level=2]
        - text: extension
        - button "Switch stage 2 off"
        - button "More actions for stage 2"
        - button "Expand stage 2"
      - listitem "After stage 2":
        - button "Peek at the result after stage 2"
  `);
});

test('rows, and the document beside them', async ({ page, service }) => {
  await service.seed({ documents: { tree: DOCUMENTS.slice(0, 2) } });
  await openSignedIn(page, service, buildDatastoreUrl(TREE));
  await expect(results(page).getByRole('grid')).toBeVisible();
  await expect(results(page)).toMatchAriaSnapshot(`
    - region "Results":
      - radiogroup "View":
        - radio "Table" [checked]
      - navigation "Pages of documents":
        - button "Previous page" [disabled]
        - paragraph: rows 1–2, the end
        - button "Next page" [disabled]
        - button "page 1, go to a page": page 1
      - button "Follow"
      - button /^Columns/
      - button "Export"
      - grid "Documents":
        - row "documentID a time":
          - columnheader "documentID":
            - button "documentID"
          - columnheader "a":
            - button "a"
          - columnheader "time":
            - button "time"
        - row /t0 0 \\d+-\\d+-\\d+ \\d+:\\d+:\\d+/:
          - gridcell "t0":
            - text: t0
            - button "Menu of row 1"
          - gridcell "0"
          - gridcell /\\d+-\\d+-\\d+ \\d+:\\d+:\\d+/
        - row /t1 0\\.5 \\d+-\\d+-\\d+ \\d+:\\d+:\\d+/:
          - gridcell "t1"
          - gridcell "0.5"
          - gridcell /\\d+-\\d+-\\d+ \\d+:\\d+:\\d+/
      - text: /2 documents, 3 fields · page 1/
  `);
  await page.getByRole('gridcell', { name: 't0' }).click();
  await page.keyboard.press('p');
  await expect(page.getByRole('complementary')).toMatchAriaSnapshot(`
    - complementary "Document t0":
      - heading "t0" [level=2]:
        - code: t0
      - button "Copy the document"
      - text: 1 of 2
      - button "Previous document" [disabled]
      - button "Next document"
      - button "Close"
      - radiogroup "View document as":
        - radio "Fields" [checked]
      - term: documentID
      - definition: t0
      - definition:
        - button "Only this documentID": only this
      - term: a
      - definition: "0"
      - definition:
        - button "Only this a": only this
      - term: time
      - definition:
        - time: /\\d+-\\d+-\\d+ \\d+:\\d+:\\d+/
      - definition:
        - button "Only this time": only this
  `);
});

test('no rows, and why', async ({ page, service }) => {
  await service.seed({ documents: { tree: DOCUMENTS } });
  await openSignedIn(page, service, buildDatastoreUrl({ ...TREE, pipeline: match('7') }));
  await page.getByRole('button', { name: 'Why no results?' }).click();
  await expect(page.getByText(/Checked with/)).toBeVisible();
  await expect(results(page)).toMatchAriaSnapshot(`
    - region "Results":
      - radiogroup "View":
        - radio "Table" [checked]
      - paragraph: No documents in tree match this query
      - list "Queries tried":
        - listitem:
          - text: a is "7" as number, not text 1
          - button "Make it number"
        - listitem:
          - text: /without a is "7" \\d+, more/
          - button "Remove condition"
      - paragraph: Checked with 3 requests.
      - text: /0 documents, 0 fields · page 1/
  `);
});

test('a stage that the service rejects', async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl({ ...LOGS_QUERY, pipeline: [{ type: 'odd' }] }));
  await expect(query(page).getByRole('list', { name: 'Stages' })).toMatchAriaSnapshot(`
    - list "Stages":
      - listitem "1 JSON sent as written":
        - button "Drag stage 1"
        - heading "1 JSON sent as written" [level=2]
        - button "Switch stage 1 off"
        - button "More actions for stage 1"
        - button "Collapse stage 1" [expanded]
        - textbox "Stage 1 as JSON" [invalid]: "{ \\"type\\": \\"odd\\" }"
        - alert: "pipeline[0].type: \\"odd\\" is not a stage this service runs; expected match, project, sort."
      - listitem "After stage 1":
        - button "Peek at the result after stage 1"
  `);
  await expect(results(page)).toMatchAriaSnapshot(`
    - region "Results":
      - radiogroup "View":
        - radio "Table" [checked]
      - paragraph: Stage 1 failed
      - paragraph: "“pipeline[0].type: \\"odd\\" is not a stage this service runs; expected match, project, sort.”"
      - paragraph: /DATA-INVALID · request [0-9a-fA-F-]+/
      - button "Edit stage 1"
      - button "Run without it"
      - group "Copy the request"
  `);
});

test('the JSON editor with a mistake', async ({ page, service }) => {
  await openSignedIn(page, service, buildDatastoreUrl(LOGS_QUERY));
  await page.getByRole('radiogroup', { name: 'Editor' }).getByText('JSON').click();
  await page.getByRole('textbox', { name: 'Pipeline as JSON' }).fill('[{"type" 1}]');
  await expect(query(page)).toMatchAriaSnapshot(`
    - region "Query":
      - combobox "Collection": logs
      - radiogroup "Editor":
        - radio "JSON" [checked]
      - textbox "Pipeline as JSON"
      - paragraph: /Line 1, column \\d+. expected a colon/
      - button "Go to error"
      - paragraph: The builder keeps your last valid pipeline. Your text stays here as you typed it.
      - button "Run" [disabled]
      - text: /fix line 1 to run last run \\d+ ms/
  `);
});

test('a chart with its crosshair', async ({ page, service }) => {
  await service.seed({ documents: { tree: DOCUMENTS } });
  await openSignedIn(page, service, buildDatastoreUrl({ ...TREE, view: 'chart' }));
  await page.getByRole('slider').press('Home');
  await expect(results(page)).toMatchAriaSnapshot(`
    - region "Results":
      - radiogroup "View":
        - radio "Chart" [checked]
      - navigation "Pages of documents":
        - button "Previous page" [disabled]
        - paragraph: /rows 1–\\d+, more/
        - button "Next page"
        - button "page 1, go to a page": page 1
      - text: Plot a
      - button "Plot a no more"
      - button "Field" [disabled]
      - text: over
      - combobox "Plot over":
        - option "time" [selected]
      - button "Values"
      - button "Save"
      - slider "Chart of a over time": /0 \\d+-\\d+-\\d+ \\d+:\\d+:\\d+/
      - list:
        - listitem: "a: min 0, mean 6, max 12, 25 values"
      - text: /\\d+ documents · read in \\d+ requests/
  `);
});

test('an export at work', async ({ page, service }) => {
  await service.seed({ documents: { tree: DOCUMENTS } });
  await openSignedIn(page, service, buildDatastoreUrl(TREE));
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await service.fault({ kind: 'never' }, { operation: 'pipeline', times: 1 });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Export all pages' }).click();
  await expect(page.getByRole('region', { name: 'Background tasks' })).toMatchAriaSnapshot(`
    - region "Work":
      - list:
        - listitem:
          - text: tree.ndjson
          - button "Pause tree.ndjson"
          - button "Cancel tree.ndjson"
          - text: Starting …
          - progressbar "tree.ndjson"
  `);
});
