import type { ExpectedFleet } from './fleetBody.ts';
import {
  type CapturedSession,
  measureSearchKeyLatency,
  type PageFigures,
  prepareBenchPage,
  withBrowserPage,
} from './measurePagePerformance.ts';

/** Duration of the slow response, in s. Longer than it takes to type the searches. */
export const SLOW_LIST_SECONDS = 20;

const COLUMNS = ['deviceID', 'name', 'productID', 'connectivity', 'paired', 'status', 'admin'];

export async function measureKeyLatencyDuringLoad(
  url: string,
  session: CapturedSession,
  fleet: ExpectedFleet,
): Promise<Partial<PageFigures>> {
  return withBrowserPage(async (page) => {
    const asked = page.waitForRequest((request) => request.postDataJSON()?.filter !== undefined);
    await prepareBenchPage(page, 'console', fleet, session);
    // in a list of a million devices connectivity is requested only if its column is shown
    await page.goto(`${url}/devices?${COLUMNS.map((name) => `column=${name}`).join('&')}`);
    await asked;
    const { keyP50, keyP95 } = await measureSearchKeyLatency(page, fleet);
    return { ...(keyP50 && { arrivingP50: keyP50 }), ...(keyP95 && { arrivingP95: keyP95 }) };
  });
}
