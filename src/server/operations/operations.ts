import type { OperationName } from '#contract/operations.ts';
import { Refusal, refuse } from '#server/refusal.ts';
import type { Store } from '#server/store/store.ts';
import { onBehalfOf } from '#server/store/turns.ts';
import type { Answer } from './answer.ts';
import { Attempts, authenticate } from './authentication.ts';
import { readBody } from './body.ts';
import { ROUTES } from './routes.ts';

/** Answers one request to an operation; throws Refusal, or DatabaseError. `address` is where it came from. */
export type Operate = (name: OperationName, request: Request, address: string) => Promise<Answer>;

type StoreOperations = {
  store: Store;
  /** Whether the database can be asked yet. */
  ready?: () => boolean;
  /** Milliseconds since 1970; a test may turn it. */
  now?: () => number;
  attempts?: Attempts;
};

/** The operations over a database of the service's own: key → token → body → handler. */
export function storeOperations(options: StoreOperations): Operate {
  const { store, ready = () => true, now = Date.now, attempts = new Attempts() } = options;
  const answer = async (name: OperationName, request: Request, address: string) => {
    const project = await authenticate(request, store).catch((error: unknown) => {
      throw error instanceof Refusal && error.status === 401 ? attempts.fail(address, error, now()) : error;
    });
    const body = await readBody(request);
    // two users of one project do not wait for each other, nor do two projects behind one proxy
    return onBehalfOf(`${address} ${project}`, () => ROUTES[name](store, { project, signal: request.signal }, body));
  };
  return async (name, request, address) => {
    if (!ready()) throw refuse(503, 'SERVER-UNAVAILABLE', { 'retry-after': '1' });
    return onBehalfOf(address, () => answer(name, request, address));
  };
}
