/** Load times of a page, in ms since the start of the navigation. */
export type LoadFigures = { firstRow: number; complete: number; longTasks: { start: number; duration: number }[] };

export type ProbeSelectors = {
  row: string;
  /** Location of the ID in the row: an attribute, or a selector of the element with its text. */
  id: string;
  complete: string;
};

/**
 * Runs in the page before other scripts. Checks for the awaited content once per frame. The time is measured in the
 * task after the animation frame, when the frame was passed to the compositor.
 */
export function installLatencyProbe({ row, id, complete }: ProbeSelectors): void {
  type Probe = {
    figures: LoadFigures;
    gaps: number[];
    expect: (deviceID: string, event: string) => void;
    getShownId: () => string | null | undefined;
    took: Promise<number>;
    watchFrames: () => void;
  };
  const probe: Probe = {
    figures: { firstRow: 0, complete: 0, longTasks: [] },
    gaps: [],
    expect,
    getShownId,
    took: Promise.resolve(0),
    watchFrames,
  };
  Object.assign(window, { probe });
  const completed = new RegExp(complete);
  const SHOWN_MAX_MS = 30_000;

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      probe.figures.longTasks.push({ start: startTime, duration });
    }
  }).observe({ type: 'longtask', buffered: true });

  const painted = (then: () => void) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = then;
    channel.port2.postMessage(undefined);
  };

  const load = () => {
    const { figures } = probe;
    if (!figures.firstRow && row && document.querySelector(row)) {
      figures.firstRow = -1;
      painted(() => {
        figures.firstRow = performance.now();
      });
    }
    if (
      [...document.querySelectorAll('[data-devices], [role="status"]')].some((count) =>
        completed.test(count.textContent ?? ''),
      )
    ) {
      painted(() => {
        figures.complete = performance.now();
      });
    } else requestAnimationFrame(load);
  };
  requestAnimationFrame(load);

  function getShownId(): string | null | undefined {
    const first = document.querySelector(row);
    return id.startsWith('data-') ? first?.getAttribute(id) : first?.querySelector(id)?.textContent;
  }

  function expect(deviceID: string, event: string): void {
    probe.took = new Promise((resolve, reject) => {
      const late = () => reject(new Error(`${deviceID} was not the first row, ${getShownId()} is.`));
      setTimeout(late, SHOWN_MAX_MS);
      addEventListener(
        event,
        ({ timeStamp }) => {
          const look = () => {
            if (getShownId() === deviceID) painted(() => resolve(performance.now() - timeStamp));
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        },
        { once: true, capture: true },
      );
    });
  }

  function watchFrames(): void {
    let last = performance.now();
    probe.gaps = [];
    const next = (now: number) => {
      probe.gaps.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }
}
