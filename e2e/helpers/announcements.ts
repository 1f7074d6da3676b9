import type { Page } from 'playwright/test';

/**
 * Change of a live region. `at` is the time since the page load, in ms. `region` is the kind of region that was
 * changed.
 */
type Announcement = { at: number; text: string; region: 'announcements' | 'inserted' | 'other' };

export const getLiveRegion = (page: Page) => page.locator('#announcements');

const RECORD_KEY = 'recordedAnnouncements';

export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript((record) => {
    const LIVE = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"], output';
    const said: Announcement[] = [];
    Reflect.set(window, record, said);
    const note = (region: Element, inserted: boolean) => {
      const text = (region.textContent ?? '').replace(/\s+/g, ' ').trim();
      if (text === '' || !region.isConnected) return;
      const name = region.id === 'announcements' ? region.id : inserted ? 'inserted' : 'other';
      // alerts are announced on insertion; other regions inserted with content often are not
      said.push({
        at: performance.now(),
        text,
        region: name === 'inserted' && region.matches('[role="alert"]') ? 'other' : name,
      });
    };
    new MutationObserver((mutations) => {
      const inserted = new Set<Element>();
      const changed = new Set<Element>();
      for (const { target, addedNodes } of mutations) {
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          if (node.matches(LIVE)) inserted.add(node);
          for (const region of node.querySelectorAll(LIVE)) inserted.add(region);
        }
        // the nearest ancestor with a live role decides
        const nearest = (target instanceof Element ? target : target.parentElement)?.closest(`${LIVE}, [aria-live]`);
        if (nearest?.matches(LIVE)) changed.add(nearest);
      }
      for (const region of inserted) note(region, true);
      for (const region of changed) if (!inserted.has(region)) note(region, false);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, RECORD_KEY);
}

/** Returns the announcements since the page load or the previous call. */
export function takeAnnouncements(page: Page): Promise<Announcement[]> {
  return page.evaluate((record) => (Reflect.get(window, record) as Announcement[]).splice(0), RECORD_KEY);
}

/**
 * Waits for a message, and until no other one has followed for longer than the batching interval.
 * @returns all announcements since the previous call
 */
export async function takeAnnouncementsUntil(page: Page, last: RegExp): Promise<string[]> {
  return page.evaluate(
    async ([record, source, flags]) => {
      const said = Reflect.get(window, record) as Announcement[];
      const wanted = new RegExp(source, flags);
      const isDone = () => {
        const now = performance.now();
        return said.some(({ text }) => wanted.test(text)) && said.every(({ at }) => now - at > 700);
      };
      const end = performance.now() + 20_000;
      while (!isDone()) {
        if (performance.now() > end) throw new Error(`Not announced: ${source}. Announced: ${JSON.stringify(said)}`);
        await new Promise(requestAnimationFrame);
      }
      return said.splice(0).map(({ text }) => text);
    },
    [RECORD_KEY, last.source, last.flags] as const,
  );
}
