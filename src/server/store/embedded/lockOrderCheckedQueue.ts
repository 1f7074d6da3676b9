import { FairQueue } from '#server/store/fairQueue.ts';
import type { HeldLocks } from './lockOrder.ts';

/** Fair queue for the engine's only session. A turn is the last lock that an operation acquires. */
export class LockOrderCheckedQueue extends FairQueue {
  private readonly held: HeldLocks;

  constructor(options: ConstructorParameters<typeof FairQueue>[0], held: HeldLocks) {
    super(options);
    this.held = held;
  }

  override run: FairQueue['run'] = (work, request) =>
    super.run((cutOff) => this.held.runWith('turn', () => work(cutOff)), request);

  override acquire: FairQueue['acquire'] = async (request) => {
    this.held.assertOrder('turn');
    return super.acquire(request);
  };
}
