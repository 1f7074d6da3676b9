/**
 * Test control: lets a test prepare and disturb a running service. There only with `serve --test-control`, which
 * listens on loopback alone. Every address takes POST with a JSON object; everything answers `{"done":true}`.
 * Requests from pages of other websites are refused: a browser on the same machine reaches loopback, too.
 *
 *   /test/project  {"project", "apiKey", "token"}      a project of the test's own, empty; made anew if it exists
 *   /test/seed     {"project"?, "devices"?, "online"?, "documents"?}
 *                  adds device records, the IDs of those online, and documents by collection:
 *                  {"documents": {"logs": [{"documentID": "a", …}]}}. Without "project" into the demo.
 *   /test/reset    {}                                  undoes all of this, in at most 200 ms
 *   /test/clock    {"now": ms | null}                  what time the service takes it to be; null: the real one. Only a
 *                  service that was told sends `Date`: a page whose clock a test sets would differ from it
 *   /test/fault    {"operation"?: "devices" | "device" | "pipeline" | "any", "times"?: 1, "fault": {"kind", …}}
 *                  the next `times` requests to the operation go wrong, as `Fault` in faults.ts says:
 *                    latency {ms} · never · reset {afterBytes?} · truncate {afterBytes?} · trickle {bytes?, ms?} ·
 *                    html {status?} · empty {status?} · body {body, status?} ·
 *                    error {status, code, message?, retryAfter?}
 *   /test/calm     {}                                  forgets the faults that have not come yet
 *   /test/release  {}                                  answers what a fault holds back (latency, never, trickle) at once
 */
import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { ExactNumber, stringifyJson } from '#lib/json/json.ts';
import { DEMO_PROJECT } from '#server/demo/demo.ts';
import { createInvalidDataError, httpError } from '#server/httpError.ts';
import { readMonotonicClock, type SignInLimiter } from '#server/operations/authentication.ts';
import { parseBody, readBytes } from '#server/operations/body.ts';
import type { Operate } from '#server/operations/operations.ts';
import { deleteProject, saveProject } from '#server/store/sql/projects.ts';
import { hashSecret, type Store } from '#server/store/store.ts';
import { CollectionWriter, DeviceWriter } from '#server/store/transfer/bulkWriters.ts';
import type { ServiceApp } from './app.ts';
import { FAULT_KINDS, FaultQueue, type HttpFault, injectFaults } from './faultQueue.ts';

type Body = Record<string, unknown>;

/** Answers that a test makes up are as large as a page of ten thousand documents, in bytes. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

export class TestControl {
  private readonly faults = new FaultQueue();
  private readonly store: Store;
  private readonly attempts: SignInLimiter;
  private time: number | undefined;
  private projects = new Set<string>();
  /** Rows added to projects that existed before the test. */
  private seeded: { sql: string; values: (string | number)[] }[] = [];

  constructor(store: Store, attempts: SignInLimiter) {
    this.store = store;
    this.attempts = attempts;
  }

  now = (): number => this.time ?? readMonotonicClock();

  /** The operations, failing as it has been told. */
  withFaults(operate: Operate): Operate {
    return injectFaults(operate, this.faults);
  }

  addRoutes(app: ServiceApp): void {
    app.use(async (context, next) => {
      // absent where a test calls the service without a port
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

  private async seed({ project = DEMO_PROJECT, devices = [], online = [], documents = {} }: Body): Promise<void> {
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
        // a cluster takes no random value that each of its servers would have to make up
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

/** Throws 403 for a request that a browser sent on behalf of a page of another origin. */
function assertOwnOrigin({ headers, url }: Request): void {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site') ?? 'none';
  const isOwn = origin === null || origin === new URL(url).origin;
  if (!isOwn || !['same-origin', 'none'].includes(site)) throw httpError(403, 'ORIGIN-FORBIDDEN');
}

/** Reads a body that must be there and must be sent as JSON: a page could send any other type without a preflight. */
async function readRequiredBody(request: Request): Promise<Body> {
  if (request.headers.get('content-type') === null) throw httpError(415, 'CONTENT-TYPE-UNSUPPORTED');
  return parseBody(await readBytes(request, MAX_BODY_BYTES), { mayBeEmpty: false });
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
