import { useEffect, useState, useSyncExternalStore } from 'react';

export type DeviceExportState =
  | { kind: 'idle' }
  | { kind: 'running'; rows: number; of: number; characters: number }
  | { kind: 'done'; rows: number; characters: number; name: string }
  | { kind: 'failed'; message: string };

/** One export at a time, of the rows there were when it began. Outside React: a page is not drawn again for each piece. */
export class DeviceExport {
  state: DeviceExportState = { kind: 'idle' };
  private controller: AbortController | undefined;
  private readonly listeners = new Set<() => void>();

  /** Begins another one, which ends what is at work. */
  begin(): AbortSignal {
    this.cancel();
    this.controller = new AbortController();
    return this.controller.signal;
  }

  cancel = (): void => this.controller?.abort();

  dismiss = (): void => this.become({ kind: 'idle' });

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  become(state: DeviceExportState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

/** A page's export; leaving the page stops it, and leaves no file. */
export function useDeviceExport(): DeviceExport {
  const [work] = useState(() => new DeviceExport());
  useEffect(() => work.cancel, [work]);
  return work;
}

export function useExportState(work: DeviceExport): DeviceExportState {
  return useSyncExternalStore(work.subscribe, () => work.state);
}
