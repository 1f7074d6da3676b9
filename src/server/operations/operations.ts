import * as z from 'zod/mini';
import { SUCCESS_MESSAGES } from '#contract/codes.ts';
import { deviceRequestSchema, devicesRequestSchema } from '#contract/deviceSchemas.ts';
import type { OperationName } from '#contract/operations.ts';
import { pipelineRequestSchema } from '#contract/pipeline.ts';
import { formatJsonPointer, formatMemberPath } from '#contract/stageErrors.ts';
import { parseJsonMembers } from '#lib/json/parseJson.ts';
import { createInvalidDataError, HttpError, httpError } from '#server/httpError.ts';
import { BoundedMap } from '#server/store/boundedMap.ts';
import { DatabaseError } from '#server/store/database.ts';
import { withCaller } from '#server/store/fairQueue.ts';
import type { SqlStage } from '#server/store/sql/pipelineSql.ts';
import { hashSecret, type Store } from '#server/store/store.ts';
import { concatChunks } from '#server/store/transfer/spool.ts';
import { authenticate, FailedSignInLimiter, readMonotonicClock } from './authentication.ts';
import { type BodyChunkIterator, discardBody, type OperationResponse } from './operationResponse.ts';
import { readJsonBody } from './requestBody.ts';

/**
 * Handles one request. `address` is the address of the client.
 * @throws HttpError or DatabaseError
 */
export type OperationHandler = (name: OperationName, request: Request, address: string) => Promise<OperationResponse>;

type StoreOperationsOptions = {
  store: Store;
  ready?: () => boolean;
  /** Monotonic clock, in ms. */
  now?: () => number;
  attempts?: FailedSignInLimiter;
};

/** Maximum number of keys whose project is known in advance. */
const MAX_KEYS = 10_000;

/** Creates the operations of a database. Each one checks the key, the token and the body, then calls its handler. */
export function createStoreOperationHandler(options: StoreOperationsOptions): OperationHandler {
  const { store, ready = () => true, now = readMonotonicClock, attempts = new FailedSignInLimiter() } = options;
  // a key is checked in the queue of its project; keys themselves are never stored, and the check is never skipped
  const projects = new BoundedMap<string, string>(MAX_KEYS);
  const answer = async (name: OperationName, request: Request, address: string) => {
    const budget = new TimeBudget(store.database.requestTimeout);
    const project = await budget
      .spend(() => authenticate(request, store))
      .catch((error: unknown) => {
        throw error instanceof HttpError && error.status === 401 ? attempts.countFailure(address, error, now()) : error;
      });
    projects.set(getKeyHash(request), project);
    const body = await readJsonBody(request);
    return budget.spend((overdue) => {
      const signal = overdue ? AbortSignal.any([request.signal, overdue]) : request.signal;
      // two users of one project do not wait for each other, nor do two projects behind one proxy
      return withCaller(address, () => ROUTES[name](store, { project, signal }, body), project);
    }, discardBody);
  };
  return async (name, request, address) => {
    if (!ready()) throw httpError(503, 'SERVER-UNAVAILABLE', { 'retry-after': '1' });
    return withCaller(address, () => answer(name, request, address), projects.get(getKeyHash(request)));
  };
}

/** Authenticated client. `signal` aborts when it disconnects. */
type Caller = { project: string; signal: AbortSignal };

type Route = (store: Store, caller: Caller, body: unknown) => Promise<OperationResponse>;

const ROUTES: Readonly<Record<OperationName, Route>> = {
  devices: async (store, { project, signal }, body) => {
    const filter = parseRequest(devicesRequestSchema, body);
    const head = (count: number) => `${formatEnvelopeStart('DEVICES-LIST-FETCHED')},"nDevices":${count},"devices":[`;
    return {
      status: 200,
      body: await waitForFirstChunk(concatChunks(store.streamDevices(project, filter, head, signal), ']}')),
    };
  },
  device: async (store, { project, signal }, body) => {
    const { deviceID, path } = parseRequest(deviceRequestSchema, body);
    const record = await store.findDeviceRecord(project, deviceID, signal);
    if (record === undefined) throw httpError(404, 'DEVICE-ID-INVALID');
    const device = path === undefined ? record : selectField(record, path);
    return { status: 200, body: `${formatEnvelopeStart('DEVICE-DETAILS-FETCHED')},"device":${device}}` };
  },
  pipeline: async (store, { project, signal }, body) => {
    const { collection, index, pipeline, nPage, pageSize } = parseRequest(pipelineRequestSchema, body);
    // the schema has validated every stage, but list elements keep their original type
    const stages = pipeline as SqlStage[];
    const query = { project, collection, documentID: index.documentID, stages, page: nPage, pageSize };
    const head = (count: number) =>
      `${formatEnvelopeStart('DATASTORE-DOCUMENTS-FETCHED')},"nDocuments":${count},"documents":`;
    return {
      status: 200,
      body: await waitForFirstChunk(concatChunks(await store.streamPage(query, head, signal), '}')),
    };
  },
};

/**
 * Parses a request body.
 * @throws HttpError 400 with the first validation error
 */
function parseRequest<Output>(schema: z.ZodMiniType<Output>, body: unknown): Output {
  const result = z.safeParse(schema, body);
  if (!result.success) {
    const { message = 'The request is not valid for this operation.', path = [] } = result.error.issues[0] ?? {};
    throw createInvalidDataError(message, formatJsonPointer(path));
  }
  const operator = findStrayOperator(body);
  if (operator) {
    const message = 'operators are allowed only inside the values of a filter or of a group stage.';
    throw createInvalidDataError(`${formatMemberPath(operator)}: ${message}`, formatJsonPointer(operator));
  }
  return result.data;
}

/**
 * Finds the first key that starts with `$` outside of validated fields, because an operator of another service must not
 * be ignored silently.
 */
function findStrayOperator(value: unknown, at: readonly (string | number)[] = []): (string | number)[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const isStage = at.length === 2 && at[0] === 'pipeline';
  // the schema has validated these members
  const validated = isStage && 'type' in value ? VALIDATED_MEMBERS[String(value.type)] : undefined;
  for (const [key, child] of Object.entries(value)) {
    const here = [...at, Array.isArray(value) ? Number(key) : key];
    if (key.startsWith('$')) return here;
    const stray = validated?.includes(key) ? undefined : findStrayOperator(child, here);
    if (stray) return stray;
  }
  return undefined;
}

/** Members of stages in which the schema validates every key. */
const VALIDATED_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  match: ['filter'],
  group: ['condition', 'fields'],
};

function formatEnvelopeStart(code: keyof typeof SUCCESS_MESSAGES): string {
  return JSON.stringify({ code, message: SUCCESS_MESSAGES[code] }).slice(0, -1);
}

function selectField(record: string, path: string): string {
  const field = parseJsonMembers(record).find(({ name }) => name === path);
  if (!field) throw httpError(400, 'PATH-INVALID');
  return `{${JSON.stringify(path)}:${field.source}}`;
}

/** Waits for the first chunk, so that an error before it still becomes an error response. */
async function waitForFirstChunk(pieces: BodyChunkIterator): Promise<BodyChunkIterator> {
  let first: Awaited<ReturnType<BodyChunkIterator['next']>> | undefined = await pieces.next();
  return {
    async next() {
      const next = first ?? pieces.next();
      first = undefined;
      return next;
    },
    // not a wrapping generator: if it returned before its first request, the source would stay open
    return: () => pieces.return(undefined),
  };
}

function getKeyHash(request: Request): string {
  return hashSecret(new URL(request.url).searchParams.get('apiKey') ?? '').toString('base64');
}

/** Time limit for one request in the database, in ms, over several statements. Unlimited if undefined. */
class TimeBudget {
  private left: number | undefined;

  constructor(total: number | undefined) {
    this.left = total;
  }

  /**
   * Waits for work for at most the remaining time. `overdue` aborts work that exceeds it, and `discard` releases a late
   * result.
   * @throws DatabaseError `timeout`
   */
  async spend<Result>(
    work: (overdue?: AbortSignal) => Promise<Result>,
    discard: (result: Result) => void = () => undefined,
  ): Promise<Result> {
    if (this.left === undefined) return work();
    const overdue = new AbortController();
    const start = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new DatabaseError('timeout', 'the request took too long'));
        overdue.abort();
      }, this.left);
    });
    const working = work(overdue.signal);
    working.then(
      (result) => overdue.signal.aborted && discard(result),
      () => undefined,
    );
    try {
      return await Promise.race([working, late]);
    } finally {
      clearTimeout(timer);
      this.left -= performance.now() - start;
    }
  }
}
