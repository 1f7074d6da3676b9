const DRAW_INTERVAL_MS = 200;
const WIDTH = 24;

/**
 * Shows the progress of a long command on standard error, if that is a terminal. The total is in bytes or in records.
 */
export function createProgressBar(what: string, whole: { bytes?: number | undefined; records?: number } = {}) {
  const shown = process.stderr.isTTY === true;
  const start = performance.now();
  let read = 0;
  let drawn = 0;

  const show = (count: number) => {
    const now = performance.now();
    if (!shown || now - drawn < DRAW_INTERVAL_MS) return;
    drawn = now;
    const seconds = (now - start) / 1000;
    const done = whole.records ? count / whole.records : whole.bytes ? Math.min(read / whole.bytes, 1) : 0;
    const rate = `${count.toLocaleString('en')} ${what}  ${Math.round(count / seconds).toLocaleString('en')}/s`;
    const left = done > 0 ? `  ${Math.ceil((seconds * (1 - done)) / done)} s left` : '';
    const bar = done > 0 ? `[${'#'.repeat(Math.round(done * WIDTH)).padEnd(WIDTH)}] ` : '';
    process.stderr.write(`\r\u001b[K${bar}${rate}${left}`);
  };

  return {
    show,
    printAbove: (text: string) => void process.stderr.write(`${shown ? '\r\u001b[K' : ''}${text}\n`),
    end: () => void (shown && process.stderr.write('\r\u001b[K')),
    countBytes: (bytes: number) => {
      read += bytes;
    },
  };
}
