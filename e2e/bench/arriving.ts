import type { Fleet } from './fleetBody.ts';
import { type Figures, keys, type Left, prepare, withPage } from './measure.ts';

/** As long as typing the searches takes, and longer. */
export const ARRIVING_S = 20;

const COLUMNS = ['deviceID', 'name', 'productID', 'connectivity', 'paired', 'status', 'admin'];

/** Keys in the list of devices while the list that tells who is online arrives as slowly as the stub was told. */
export async function measureArriving(url: string, session: Left, fleet: Fleet): Promise<Partial<Figures>> {
  return withPage(async (page) => {
    const asked = page.waitForRequest((request) => request.postDataJSON()?.filter !== undefined);
    await prepare(page, 'console', fleet, session);
    // a million devices are asked who is online only where that is looked at
    await page.goto(`${url}/devices?${COLUMNS.map((name) => `column=${name}`).join('&')}`);
    await asked;
    const { keyP50, keyP95 } = await keys(page, 'console', fleet);
    return { ...(keyP50 && { arrivingP50: keyP50 }), ...(keyP95 && { arrivingP95: keyP95 }) };
  });
}
