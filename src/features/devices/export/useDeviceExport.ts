import { useEffect, useState, useSyncExternalStore } from 'react';
import { Listeners } from '#lib/listeners.ts';

/** What is in a file so far. */
export type Written = { rows: number; of: number; bytes: number };

type DeviceExportState =
  | { kind: 'idle' }
  | ({ kind: 'running' } & Written)
  | ({ kind: 'cancelled'; decide: (keep: boolean) => void } & Written)
  | ({ kind: 'done'; name: string } & Written)
  | { kind: 'failed'; message: string };

/** One export at a time, of the rows there were when it began. Outside React: a page is not drawn again for each piece. */
export class DeviceExport {
  state: DeviceExportState = { kind: 'idle' };
  private controller: AbortController | undefined;
  private readonly listeners = new Listeners();

  /** Begins another one, which ends what is at work. */
  begin(): AbortSignal {
    this.leave();
    this.controller = new AbortController();
    return this.controller.signal;
  }

  cancel = (): void => this.controller?.abort();

  /** Ends it and leaves no file. */
  leave = (): void => {
    this.controller?.abort();
    this.controller = undefined;
    if (this.state.kind === 'cancelled') this.state.decide(false);
  };

  dismiss = (): void => this.change({ kind: 'idle' });

  readonly subscribe = this.listeners.subscribe;

  /** What became of the export that began with `signal`; nothing of one that another one has followed. */
  become(signal: AbortSignal, state: DeviceExportState): void {
    if (signal === this.controller?.signal) this.change(state);
  }

  /** Whether what a cancelled export has written is to be kept. */
  async isKept(signal: AbortSignal, written: Written): Promise<boolean> {
    if (signal !== this.controller?.signal || written.rows === 0) return false;
    return new Promise((decide) => this.become(signal, { kind: 'cancelled', decide, ...written }));
  }

  private change(state: DeviceExportState): void {
    this.state = state;
    this.listeners.tellSoon();
  }
}

/** A page's export; leaving the page stops it, and leaves no file. */
export function useDeviceExport(): DeviceExport {
  const [work] = useState(() => new DeviceExport());
  useEffect(() => work.leave, [work]);
  return work;
}

export function useExportState(work: DeviceExport): DeviceExportState {
  return useSyncExternalStore(work.subscribe, () => work.state);
}
