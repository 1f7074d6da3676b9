import { FairQueue } from '#server/store/fairQueue.ts';
import { assertLockOrder, withHeldLock } from './lockOrder.ts';

/** Fair queue for the engine's only session. A turn is the last lock that an operation acquires. */
export class TurnQueue extends FairQueue {
  override run: FairQueue['run'] = (work, request) =>
    super.run((cutOff) => withHeldLock('turn', () => work(cutOff)), request);

  override acquire: FairQueue['acquire'] = async (request) => {
    assertLockOrder('turn');
    return super.acquire(request);
  };
}
