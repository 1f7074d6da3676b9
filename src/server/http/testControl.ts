/**
 * Test control of a running service, with `serve --test-control` only, which listens on loopback alone. Each path takes
 * POST with a JSON object and responds `{"done":true}`. Requests from pages of other origins are rejected.
 *
 *   /test/project  {"project", "apiKey", "token"}      creates an empty project, or empties it
 *   /test/seed     {"project"?, "devices"?, "online"?, "documents"?}
 *                  adds device records, IDs of online devices, and documents by collection:
 *                  {"documents": {"logs": [{"documentID": "a", …}]}}. Without "project", adds to the demo.
 *   /test/reset    {}                                  undoes all changes, in at most 200 ms
 *   /test/clock    {"now": ms | null}                  sets the service's time; null is the real time. Only then the
 *                  service sends a `Date` header, which otherwise might not match the clock that a test sets in the page
 *   /test/fault    {"operation"?: "devices" | "device" | "pipeline" | "any", "times"?: 1, "fault": {"kind", …}}
 *                  injects a fault into the next `times` requests (see `Fault` in faultQueue.ts):
 *                    latency {ms} · never · reset {afterBytes?} · truncate {afterBytes?} · trickle {bytes?, ms?} ·
 *                    html {status?} · empty {status?} · body {body, status?} ·
 *                    error {status, code, message?, retryAfter?}
 *   /test/calm     {}                                  removes pending faults
 *   /test/release  {}                                  sends responses held back by faults (latency, never, trickle)
 */
import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { ExactNumber, stringifyJson } from '#lib/json/json.ts';
import { DEMO_PROJECT_ID } from '#server/demo/demo.ts';
import { createInvalidDataError, httpError } from '#server/httpError.ts';
import { type FailedSignInLimiter, readMonotonicClock } from '#server/operations/authentication.ts';
import type { OperationHandler } from '#server/operations/operations.ts';
import { parseJsonBody, readBodyBytes } from '#server/operations/requestBody.ts';
import { deleteProject, saveProject } from '#server/store/sql/projects.ts';
import { hashSecret, type Store } from '#server/store/store.ts';
import { CollectionWriter, DeviceWriter } from '#server/store/transfer/bulkWriters.ts';
import type { ServiceApp } from './app.ts';
import { FAULT_KINDS, FaultQueue, type HttpFault, withQueuedFaults } from './faultQueue.ts';

type Body = Record<string, unknown>;

const MAX_BODY_BYTES = 16 * 1024 * 1024;

export class TestControl {
  private readonly faults = new FaultQueue();
  private readonly store: Store;
  private readonly attempts: FailedSignInLimiter;
  private time: number | undefined;
  private projects = new Set<string>();
  private seeded: { sql: string; values: (string | number)[] }[] = [];

  constructor(store: Store, attempts: FailedSignInLimiter) {
    this.store = store;
    this.attempts = attempts;
  }

  now = (): number => this.time ?? readMonotonicClock();

  withFaults(operate: OperationHandler): OperationHandler {
    return withQueuedFaults(operate, this.faults);
  }

  addRoutes(app: ServiceApp): void {
    app.use(async (context, next) => {
      // undefined in tests that call the service without a port
      const outgoing = (context.env as Partial<HttpBindings> | undefined)?.outgoing;
      if (outgoing) outgoing.sendDate = false;
      await next();
      if (this.time !== undefined) context.res.headers.set('date', new Date(this.time).toUTCString());
    });
    const actions: Record<string, (body: Body) => unknown> = {
      project: (body) => this.project(body),
      seed: (body) => this.seed(body),
      reset: () => this.reset(),
      clock: ({ now }) => {
        this.time = typeof now === 'number' ? now : undefined;
      },
      fault: (body) => this.fault(body),
      calm: () => this.faults.clear(),
      release: () => this.faults.release(),
    };
    for (const [name, act] of Object.entries(actions)) {
      app.post(`/test/${name}`, async (context) => {
        assertOwnOrigin(context.req.raw);
        await act(await readRequiredBody(context.req.raw));
        return context.json({ done: true });
      });
    }
  }

  private async project({ project, apiKey, token }: Body): Promise<void> {
    const [id, key, secret] = [
      requireText('project', project),
      requireText('apiKey', apiKey),
      requireText('token', token),
    ];
    await this.store.database.transaction(async (session) => {
      await deleteProject(session, id);
      await saveProject(session, { id, name: id, keyHash: hashSecret(key), tokenHash: hashSecret(secret) });
    });
    this.projects.add(id);
  }

  private async seed({ project = DEMO_PROJECT_ID, devices = [], online = [], documents = {} }: Body): Promise<void> {
    const id = requireText('project', project);
    const records = (devices as Body[]).map((device) => ({
      deviceID: requireText('deviceID', device['deviceID']),
      productID: requireText('productID', device['productID']),
      paired: device['paired'] === true,
      online: (online as unknown[]).includes(device['deviceID']),
      registeredAt: requireInteger('registeredAt', device['registeredAt']),
      record: stringifyJson(device),
    }));
    await this.store.database.transaction(async (session) => {
      await (await DeviceWriter.open(session, id)).writeDevices(records);
      for (const [collection, lines] of Object.entries(documents as Record<string, unknown[]>)) {
        const loader = await CollectionWriter.open(session, id, collection);
        this.undo(id, collection, loader.count);
        await loader.writeDocuments(lines.map((line) => ({ text: stringifyJson(line), fields: line as Body })));
        await loader.close();
      }
    });
    if (!this.projects.has(id) && records.length > 0) {
      const ids = JSON.stringify(records.map(({ deviceID }) => deviceID));
      const sql =
        'delete from device where project = $1 and device_id in (select jsonb_array_elements_text($2::jsonb))';
      this.seeded.push({ sql, values: [id, ids] });
    }
  }

  private undo(project: string, collection: string, count: number): void {
    if (this.projects.has(project)) return;
    const values = [project, collection, count];
    this.seeded.push(
      { sql: 'delete from document where project = $1 and collection = $2 and seq > $3', values },
      {
        // a cluster rejects random values that each server would generate itself
        sql: `update collection set documents = $3, common = '{}', generation = $4 where project = $1 and name = $2`,
        values: [...values, randomUUID()],
      },
    );
  }

  private async reset(): Promise<void> {
    this.faults.clear();
    this.attempts.clear();
    this.time = undefined;
    await this.store.database.transaction(async (session) => {
      for (const { sql, values } of this.seeded.reverse()) await session.query(sql, values);
      for (const project of this.projects) await deleteProject(session, project);
    });
    this.seeded = [];
    this.projects = new Set();
  }

  private fault({ operation = 'any', times = 1, fault }: Body): void {
    const known = operation === 'any' || Object.hasOwn(OPERATIONS, String(operation));
    if (!known) throw createInvalidDataError(`operation: expected one of any, ${Object.keys(OPERATIONS).join(', ')}.`);
    const kind = (fault as Body | undefined)?.['kind'];
    if (!FAULT_KINDS.includes(String(kind)))
      throw createInvalidDataError(`fault.kind: expected one of ${FAULT_KINDS.join(', ')}.`);
    this.faults.add({
      operation: operation as OperationName,
      times: requireInteger('times', times),
      fault: fault as HttpFault,
    });
  }
}

/**
 * Checks that a request does not come from a page of another origin.
 * @throws HttpError 403
 */
function assertOwnOrigin({ headers, url }: Request): void {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site') ?? 'none';
  const isOwn = origin === null || origin === new URL(url).origin;
  if (!isOwn || !['same-origin', 'none'].includes(site)) throw httpError(403, 'ORIGIN-FORBIDDEN');
}

/** Reads a required JSON body. Other content types are rejected, because a page can send them without a preflight. */
async function readRequiredBody(request: Request): Promise<Body> {
  if (request.headers.get('content-type') === null) throw httpError(415, 'CONTENT-TYPE-UNSUPPORTED');
  return parseJsonBody(await readBodyBytes(request, MAX_BODY_BYTES), { mayBeEmpty: false });
}

function requireText(field: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw createInvalidDataError(`${field}: expected a string.`);
}

function requireInteger(field: string, value: unknown): number {
  const number = value instanceof ExactNumber ? Number(value.text) : value;
  if (Number.isSafeInteger(number)) return number as number;
  throw createInvalidDataError(`${field}: expected a whole number.`);
}
