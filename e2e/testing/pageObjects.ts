import { expect, type Locator, type Page } from 'playwright/test';

/** Page objects with locators by role. `open` navigates to the page, or to sign-in if the page is not signed in. */

async function openPath(page: Page, path: string): Promise<void> {
  await page.goto(path);
}

const LIST_WARNING = /^Check this list\./;

export function createSignInPageObject(page: Page) {
  return {
    apiKey: page.getByLabel('API key', { exact: true }),
    token: page.getByLabel('Token', { exact: true }),
    submit: page.getByRole('button', { name: 'Sign in' }),
    demo: page.getByRole('button', { name: 'Use the demo project' }),
  };
}

export function createAppShellPageObject(page: Page) {
  return {
    title: page.getByRole('heading', { level: 1 }),
    pages: page.getByRole('navigation', { name: 'Pages', exact: true }),
    page: (title: string) => page.getByRole('link', { name: title, exact: true }),
    connection: page.getByRole('button', { name: /, connection$/ }),
    menuitem: (label: string) =>
      page.getByRole('menuitem', { name: label }).or(page.getByRole('menuitemradio', { name: label })),
    refresh: page.getByRole('button', { name: 'Refresh' }),
    signOut: page.getByRole('button', { name: 'Sign out' }),
    alert: page.getByRole('alert').filter({ hasNotText: LIST_WARNING }),
    /** Warning about a list that is displayed although it is incomplete or malformed. */
    warning: page.getByRole('alert').filter({ hasText: LIST_WARNING }),
    work: (title: string | RegExp) =>
      page.getByRole('region', { name: 'Background tasks' }).getByRole('listitem').filter({ hasText: title }),
  };
}

function createPalettePageObject(page: Page) {
  return {
    open: () => page.keyboard.press('ControlOrMeta+k'),
    field: page.getByRole('combobox', { name: 'Command' }),
    found: (label: string | RegExp) => page.getByRole('option', { name: label }),
  };
}

/** Locators of a grid. Rows and columns out of view are not rendered, so search, sort or scroll to them first. */
export function createGridPageObject(within: Page | Locator, name?: string) {
  const grid = name === undefined ? within.getByRole('grid') : within.getByRole('grid', { name, exact: true });
  const heading = (field: string) => grid.getByRole('columnheader', { name: field, exact: true });
  return {
    grid,
    heading,
    firstRow: grid.getByRole('row').and(grid.locator('[aria-rowindex="2"]')),
    /** Row with this text in its first column, such as a device ID. */
    row: (id: string) => {
      const named = (name: string | RegExp) => grid.page().getByRole('rowheader', { name, exact: true });
      // the row header of a malformed record begins with a warning
      const marked = new RegExp(`^Does not match the API: .* ${id.replace(/[^\w\s]/g, '\\$&')}$`);
      return grid.getByRole('row').filter({ has: named(id).or(named(marked)) });
    },
    async cells(field: string): Promise<Locator> {
      const index = await heading(field).getAttribute('aria-colindex');
      return grid.locator(`:is([role="gridcell"], [role="rowheader"])[aria-colindex="${index}"]`);
    },
    sortBy: (field: string) => heading(field).getByRole('button', { name: field, exact: true }).click(),
  };
}

export function createDevicesPageObject(page: Page) {
  const tools = page.getByRole('group', { name: 'Devices shown' });
  const fetched = page.getByText(/^(refresh failed, )?as of /).locator('time');
  const place = createGridPageObject(page, 'Devices');
  return {
    ...place,
    open: (query = '') => openPath(page, `/devices${query}`),
    type: page.getByRole('combobox', { name: 'Type', exact: true }),
    connectivity: page.getByRole('combobox', { name: 'Connectivity', exact: true }),
    product: page.getByRole('combobox', { name: 'Product starts with' }),
    search: page.getByRole('searchbox', { name: 'Search' }),
    filter: tools.getByRole('button', { name: /^Filter( \d+)?$/ }),
    export: tools.getByRole('button', { name: 'Export', exact: true }),
    columns: tools.getByRole('button', { name: /^Columns/ }),
    dialog: (name: string) => page.getByRole('dialog', { name }),
    checkbox: (id: string) => page.getByRole('checkbox', { name: `Select ${id}`, exact: true }),
    selection: page.getByRole('group', { name: 'Selection' }),
    changes: page.getByRole('button', { name: 'Show changes' }),
    async refresh(): Promise<void> {
      const before = (await fetched.getAttribute('datetime')) ?? '';
      await createAppShellPageObject(page).refresh.click();
      await expect(fetched).not.toHaveAttribute('datetime', before);
    },
    /**
     * Waits for the list.
     * @returns the number of devices that match the filters and the search
     */
    async count(): Promise<number> {
      await expect(fetched).toBeVisible();
      if ((await place.grid.count()) === 0) return 0;
      return Number(await place.grid.getAttribute('aria-rowcount')) - 1;
    },
  };
}

export function createDashboardPageObject(page: Page) {
  const tile = (title: string) => page.getByRole('region', { name: title, exact: true });
  return {
    open: () => openPath(page, '/dashboards'),
    tile,
    titles: page.locator('section[data-tile]').getByRole('heading', { level: 2 }),
    /** Number of a tile, as it is shown, such as "1,204". */
    number: (title: string) => tile(title).getByRole('paragraph').first().locator('b'),
    bars: (title: string) => tile(title).getByRole('listitem'),
    rows: (title: string) => tile(title).locator('tbody').getByRole('row'),
    async choose(title: string, item: string): Promise<void> {
      await page.getByRole('button', { name: `More of ${title}`, exact: true }).click();
      await createAppShellPageObject(page).menuitem(item).click();
    },
    async chooseForAll(item: string): Promise<void> {
      await page.getByRole('button', { name: 'More dashboard actions' }).click();
      await createAppShellPageObject(page).menuitem(item).click();
    },
    /** Imports a dashboard file where there is no dashboard yet. */
    import: (file: string | { name: string; mimeType: string; buffer: Buffer }) =>
      page.getByLabel('Import a file').setInputFiles(file),
  };
}

export function createDevicePageObject(page: Page) {
  const oneField = page.getByRole('region', { name: 'One field' });
  return {
    open: (id: string) => openPath(page, `/devices/${encodeURIComponent(id)}`),
    record: page.getByRole('region', { name: 'Record', exact: true }),
    oneField,
    field: oneField.getByRole('combobox', { name: 'Field', exact: true }),
    fetch: oneField.getByRole('button', { name: 'Fetch', exact: true }),
    documents: createGridPageObject(page, 'Documents for this device'),
  };
}

function createDatastorePageObject(page: Page) {
  const query = page.getByRole('region', { name: 'Query' });
  const results = page.getByRole('region', { name: 'Results' });
  const runButton = query.getByRole('button', { name: 'Run', exact: true });
  /** Waits until no query is running and its rows or the empty state are displayed. */
  const settled = async (): Promise<void> => {
    // the progress bar of a new query appears in the next frame
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await expect(results.getByRole('progressbar', { name: 'Running' })).toBeHidden();
  };
  return {
    ...createGridPageObject(results, 'Documents'),
    open: () => openPath(page, '/datastore'),
    query,
    results,
    collection: page.getByRole('combobox', { name: 'Collection' }),
    runButton,
    settled,
    /**
     * Runs the query and waits for its rows.
     * @returns the first page
     * @throws if the service rejects the query
     */
    async run(): Promise<Record<string, unknown>[]> {
      const response = page.waitForResponse(
        (answer) =>
          new URL(answer.url()).pathname.endsWith('/datastore/pipeline') &&
          (answer.request().postDataJSON()?.nPage ?? 1) <= 1,
      );
      await Promise.all([response, runButton.click()]);
      const { documents, code, message } = await (await response).json();
      await settled();
      if (!Array.isArray(documents)) throw new Error(`The query failed: ${message} (${code})`);
      return documents;
    },
    /** Button that appends a stage: `Match`, `Project`, `Sort`, `JSON`. */
    add: (kind: string) => query.getByRole('button', { name: new RegExp(`^${kind}`) }),
    stage: (number: number) => query.getByRole('listitem', { name: new RegExp(`^${number} `) }),
    /** Input of a stage, such as `Field`, `Operator`, `Type`, `Value`, `Sort by` or `Direction`. */
    part: (label: string, stage: number, row = 1) =>
      query.getByLabel(new RegExp(`^${label}, stage ${stage} (condition|field) ${row}$`)),
    next: results.getByRole('button', { name: 'Next page' }),
    previous: results.getByRole('button', { name: 'Previous page' }),
    export: results.getByRole('button', { name: 'Export', exact: true }),
  };
}

export function createOverviewPageObject(page: Page) {
  return {
    open: () => openPath(page, '/'),
    numbers: page.getByRole('region', { name: 'The fleet in numbers' }),
    pane: (title: string) => page.getByRole('region', { name: title, exact: true }),
  };
}

function createComparePageObject(page: Page) {
  return {
    open: (...ids: string[]) => openPath(page, `/compare?${new URLSearchParams(ids.map((id) => ['device', id]))}`),
    table: page.getByRole('region', { name: 'Device comparison' }),
    values: (field: string) => page.getByRole('row', { name: new RegExp(`^${field}\\b`) }).getByRole('cell'),
  };
}

function createConnectionsPageObject(page: Page) {
  return {
    open: () => openPath(page, '/connections'),
    add: page.getByRole('button', { name: 'Add a connection' }),
    form: (name: string) => page.getByRole('region', { name }),
  };
}

/** Creates locators and actions for every page of the console. */
export function createPageObjects(page: Page) {
  return {
    signIn: createSignInPageObject(page),
    frame: createAppShellPageObject(page),
    palette: createPalettePageObject(page),
    dashboard: createDashboardPageObject(page),
    devices: createDevicesPageObject(page),
    device: createDevicePageObject(page),
    datastore: createDatastorePageObject(page),
    overview: createOverviewPageObject(page),
    compare: createComparePageObject(page),
    connections: createConnectionsPageObject(page),
  };
}

export type PageObjects = ReturnType<typeof createPageObjects>;
