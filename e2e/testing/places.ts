import { expect, type Locator, type Page } from 'playwright/test';

/** Locators by role for each place of the console. `open` goes there; a page that is not signed in asks to sign in. */

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
}

/** Beginning of the notice about a list that is shown all the same. */
const LIST_WARNING = /^Check this list\./;

/** Sign-in: both fields of the form, its button, and the way into the demo. */
export function signInPlace(page: Page) {
  return {
    apiKey: page.getByLabel('API key', { exact: true }),
    token: page.getByLabel('Token', { exact: true }),
    submit: page.getByRole('button', { name: 'Sign in' }),
    demo: page.getByRole('button', { name: 'Use the demo project' }),
  };
}

/** What stands around every page. */
export function framePlace(page: Page) {
  return {
    title: page.getByRole('heading', { level: 1 }),
    pages: page.getByRole('navigation', { name: 'Pages', exact: true }),
    /** A page of the side bar, such as `Datastore`. */
    page: (title: string) => page.getByRole('link', { name: title, exact: true }),
    /** The connection in use, which opens a menu; `menuitem` finds what is in it. */
    connection: page.getByRole('button', { name: /, connection$/ }),
    menuitem: (label: string) =>
      page.getByRole('menuitem', { name: label }).or(page.getByRole('menuitemradio', { name: label })),
    refresh: page.getByRole('button', { name: 'Refresh' }),
    signOut: page.getByRole('button', { name: 'Sign out' }),
    /** The request that failed, in a sentence. */
    alert: page.getByRole('alert').filter({ hasNotText: LIST_WARNING }),
    /** A list that is shown although something is wrong with it, as when only a part of it arrived. */
    warning: page.getByRole('alert').filter({ hasText: LIST_WARNING }),
    /** A line of the tray of what is at work, or of what it came to. */
    work: (title: string | RegExp) =>
      page.getByRole('region', { name: 'Work' }).getByRole('listitem').filter({ hasText: title }),
  };
}

/** The palette, which everything that has a name is found in. */
function palettePlace(page: Page) {
  return {
    open: () => page.keyboard.press('ControlOrMeta+k'),
    field: page.getByRole('combobox', { name: 'Command' }),
    found: (label: string | RegExp) => page.getByRole('option', { name: label }),
  };
}

/** A grid, within what it stands in. Rows and columns out of view are not in the page: search, sort or scroll to them. */
export function gridPlace(within: Page | Locator, name?: string) {
  const grid = name === undefined ? within.getByRole('grid') : within.getByRole('grid', { name, exact: true });
  const heading = (field: string) => grid.getByRole('columnheader', { name: field, exact: true });
  return {
    grid,
    heading,
    /** The first row below the headings. */
    firstRow: grid.getByRole('row').and(grid.locator('[aria-rowindex="2"]')),
    /** The row of a device, or of whatever its first column names. */
    row: (id: string) => {
      const named = (name: string | RegExp) => grid.page().getByRole('rowheader', { name, exact: true });
      // a record that lacks fields is marked in front of its name
      const marked = new RegExp(`^Not as the interface says: .* ${id.replace(/[^\w\s]/g, '\\$&')}$`);
      return grid.getByRole('row').filter({ has: named(id).or(named(marked)) });
    },
    /** The cells of a column, whose heading must be in view. */
    async cells(field: string): Promise<Locator> {
      const index = await heading(field).getAttribute('aria-colindex');
      return grid.locator(`:is([role="gridcell"], [role="rowheader"])[aria-colindex="${index}"]`);
    },
    /** Sorts by a column; once more turns it round. */
    sortBy: (field: string) => heading(field).getByRole('button', { name: field, exact: true }).click(),
  };
}

/** The list of devices. */
export function devicesPlace(page: Page) {
  const tools = page.getByRole('group', { name: 'Devices shown' });
  const fetched = page.getByText(/^(refresh failed, )?as of /).locator('time');
  const place = gridPlace(page, 'Devices');
  return {
    ...place,
    open: (query = '') => goTo(page, `/devices${query}`),
    /** What the service is asked for. */
    type: page.getByRole('combobox', { name: 'Type', exact: true }),
    connectivity: page.getByRole('combobox', { name: 'Connectivity', exact: true }),
    product: page.getByRole('combobox', { name: 'Product starts with' }),
    search: page.getByRole('searchbox', { name: 'Search' }),
    filter: tools.getByRole('button', { name: 'Filter', exact: true }),
    export: tools.getByRole('button', { name: 'Export', exact: true }),
    columns: tools.getByRole('button', { name: /^Columns/ }),
    /** What opens over the list: `Filter`, `Export`, `Columns`, `Reconcile` … */
    dialog: (name: string) => page.getByRole('dialog', { name }),
    checkbox: (id: string) => page.getByRole('checkbox', { name: `Select ${id}`, exact: true }),
    /** What can be done with the devices that are selected. */
    selection: page.getByRole('group', { name: 'Selection' }),
    /** The list of what a refresh changed. */
    changes: page.getByRole('button', { name: 'List them' }),
    /** Asks for the list anew, and waits until it is there. */
    async refresh(): Promise<void> {
      const before = (await fetched.getAttribute('datetime')) ?? '';
      await framePlace(page).refresh.click();
      await expect(fetched).not.toHaveAttribute('datetime', before);
    },
    /** Waits until the list is loaded, and returns the number of devices in it that match the filters and the search. */
    async count(): Promise<number> {
      await expect(fetched).toBeVisible();
      if ((await place.grid.count()) === 0) return 0;
      return Number(await place.grid.getAttribute('aria-rowcount')) - 1;
    },
  };
}

/** The page of one device. */
export function devicePlace(page: Page) {
  const oneField = page.getByRole('region', { name: 'One field' });
  return {
    open: (id: string) => goTo(page, `/devices/${encodeURIComponent(id)}`),
    record: page.getByRole('region', { name: 'Record', exact: true }),
    /** One field, fetched by its name. */
    oneField,
    field: oneField.getByRole('combobox', { name: 'Field' }),
    fetch: oneField.getByRole('button', { name: 'Fetch', exact: true }),
    /** The documents that name the device. */
    documents: gridPlace(page, 'Documents of this device'),
  };
}

/** The datastore: a query, and what it finds. */
function datastorePlace(page: Page) {
  const query = page.getByRole('region', { name: 'Query' });
  const results = page.getByRole('region', { name: 'Results' });
  const runButton = query.getByRole('button', { name: 'Run', exact: true });
  /** Waits until no query runs: its rows, or the reason why there are none, are shown. */
  const settled = async (): Promise<void> => {
    // a query that was started just now is shown as running in the next frame
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await expect(results.getByRole('progressbar', { name: 'Running' })).toBeHidden();
  };
  return {
    ...gridPlace(results, 'Documents'),
    open: () => goTo(page, '/datastore'),
    query,
    results,
    collection: page.getByRole('combobox', { name: 'Collection' }),
    runButton,
    settled,
    /** Runs the query, and returns the rows of its first page once they are shown. Throws if the service refuses it. */
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
    /** Adds a stage at the end: `Match`, `Project`, `Sort`, `JSON`. */
    add: (kind: string) => query.getByRole('button', { name: new RegExp(`^${kind}`) }),
    /** A stage by its number; its fields are named as one reads them, `Field, stage 1 condition 1`. */
    stage: (number: number) => query.getByRole('listitem', { name: new RegExp(`^${number} `) }),
    /** A field of a stage's editor: `Field`, `Operator`, `Type`, `Value`, `Sort by`, `Direction` … */
    part: (label: string, stage: number, row = 1) =>
      query.getByLabel(new RegExp(`^${label}, stage ${stage} (condition|field) ${row}$`)),
    next: results.getByRole('button', { name: 'Next page' }),
    previous: results.getByRole('button', { name: 'Previous page' }),
    export: results.getByRole('button', { name: 'Export', exact: true }),
  };
}

/** The overview. */
export function overviewPlace(page: Page) {
  return {
    open: () => goTo(page, '/'),
    numbers: page.getByRole('region', { name: 'The fleet in numbers' }),
    /** A part of the page: `Checks`, `Products`, `Registered`, `Last paired`. */
    pane: (title: string) => page.getByRole('region', { name: title, exact: true }),
  };
}

/** Devices side by side. */
function comparePlace(page: Page) {
  return {
    open: (...ids: string[]) => goTo(page, `/compare?${new URLSearchParams(ids.map((id) => ['device', id]))}`),
    table: page.getByRole('region', { name: 'Devices side by side' }),
    /** The cells of a field, in the order of the devices. */
    values: (field: string) => page.getByRole('row', { name: new RegExp(`^${field}\\b`) }).getByRole('cell'),
  };
}

/** The saved connections. */
function connectionsPlace(page: Page) {
  return {
    open: () => goTo(page, '/connections'),
    add: page.getByRole('button', { name: 'Add a connection' }),
    /** The form of a connection by its name; a new one is `New connection`. */
    form: (name: string) => page.getByRole('region', { name }),
  };
}

/** Every place of the console on a page. */
export function placesOf(page: Page) {
  return {
    signIn: signInPlace(page),
    frame: framePlace(page),
    palette: palettePlace(page),
    devices: devicesPlace(page),
    device: devicePlace(page),
    datastore: datastorePlace(page),
    overview: overviewPlace(page),
    compare: comparePlace(page),
    connections: connectionsPlace(page),
  };
}

/** Every place of the console. */
export type Places = ReturnType<typeof placesOf>;
