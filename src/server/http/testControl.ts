/**
 * Test control of a running service, with `serve --test-control` only, which listens on loopback alone. docs/qa.md
 * describes the requests. Only with a clock set, the service sends a `Date` header, which otherwise might not match the
 * clock that a test sets in the page.
 */
import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import * as z from 'zod/mini';
import { formatJsonPointer, formatMemberPath } from '#contract/stageErrors.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { DEMO_PROJECT_ID } from '#server/demo/demo.ts';
import { createInvalidDataError, httpError } from '#server/httpError.ts';
import { type FailedSignInLimiter, readMonotonicClock } from '#server/operations/authentication.ts';
import type { OperationHandler } from '#server/operations/operations.ts';
import { parseJsonBody, readBodyBytes } from '#server/operations/requestBody.ts';
import { DatabaseError } from '#server/store/database.ts';
import { deleteProject, saveProject } from '#server/store/sql/projects.ts';
import { hashSecret, type Store } from '#server/store/store.ts';
import { CollectionWriter, DeviceWriter } from '#server/store/transfer/bulkWriters.ts';
import type { ServiceApp } from './app.ts';
import { faultRequestSchema, InjectedFaults, withInjectedFaults } from './injectedFaults.ts';

const MAX_BODY_BYTES = 16 * 1024 * 1024;

const text = z.string().check(z.minLength(1));
const emptySchema = z.strictObject({});
const clockSchema = z.strictObject({ now: z.nullable(z.number()) });
const projectSchema = z.strictObject({ project: text, apiKey: text, token: text });
const seedSchema = z.strictObject({
  project: z.optional(text),
  devices: z.optional(z.array(z.looseObject({ deviceID: text, productID: text, registeredAt: z.int() }))),
  online: z.optional(z.array(text)),
  documents: z.optional(z.record(text, z.array(z.looseObject({ documentID: z.optional(text) })))),
});

export class TestControl {
  private readonly faults = new InjectedFaults();
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
    return withInjectedFaults(operate, this.faults);
  }

  addRoutes(app: ServiceApp): void {
    app.use(async (context, next) => {
      // undefined in tests that call the service without a port
      const outgoing = (context.env as Partial<HttpBindings> | undefined)?.outgoing;
      if (outgoing) outgoing.sendDate = false;
      await next();
      if (this.time !== undefined) context.res.headers.set('date', new Date(this.time).toUTCString());
    });
    const add = <Body>(name: string, schema: z.ZodMiniType<Body>, act: (body: Body) => unknown) =>
      app.post(`/test/${name}`, async (context) => {
        assertOwnOrigin(context.req.raw);
        await act(await readBody(schema, context.req.raw));
        return context.json({ done: true });
      });
    add('project', projectSchema, (body) => this.project(body));
    add('seed', seedSchema, (body) => this.seed(body));
    add('reset', emptySchema, () => this.reset());
    add('clock', clockSchema, ({ now }) => {
      this.time = now ?? undefined;
    });
    add('fault', faultRequestSchema, (body) => this.faults.add(body));
    add('calm', emptySchema, () => this.faults.clear());
    add('release', emptySchema, () => this.faults.release());
  }

  private async project({ project: id, apiKey, token }: z.infer<typeof projectSchema>): Promise<void> {
    await this.store.database.transaction(async (session) => {
      await deleteProject(session, id);
      await saveProject(session, { id, name: id, keyHash: hashSecret(apiKey), tokenHash: hashSecret(token) });
    });
    this.projects.add(id);
  }

  private async seed(body: z.infer<typeof seedSchema>): Promise<void> {
    const { project: id = DEMO_PROJECT_ID, devices = [], online = [], documents = {} } = body;
    const records = devices.map((device) => ({
      deviceID: device.deviceID,
      productID: device.productID,
      paired: device['paired'] === true,
      online: online.includes(device.deviceID),
      registeredAt: device.registeredAt,
      record: stringifyJson(device),
    }));
    await this.store.database.transaction(async (session) => {
      const writer = await DeviceWriter.open(session, id);
      await rejectRepeatedId(['devices'], writer.writeDevices(records));
      for (const [collection, lines] of Object.entries(documents)) {
        const writer = await CollectionWriter.open(session, id, collection);
        this.undo(id, collection, writer.count);
        const parsed = lines.map((fields) => ({ text: stringifyJson(fields), fields }));
        await rejectRepeatedId(['documents', collection], writer.writeDocuments(parsed));
        await writer.close();
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
}

/** @throws HttpError 400 if an ID of the written list is used twice or stored already */
async function rejectRepeatedId(list: readonly string[], written: Promise<void>): Promise<void> {
  await written.catch((error: unknown) => {
    if (!(error instanceof DatabaseError) || error.sqlState !== '23505') throw error;
    const problem = 'expected IDs that differ and are not stored yet.';
    throw createInvalidDataError(`${formatMemberPath(list)}: ${problem}`, formatJsonPointer(list));
  });
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

/**
 * Reads a required JSON body. Other content types are rejected, because a page can send them without a preflight.
 * @throws HttpError 400 with the first validation error
 */
async function readBody<Body>(schema: z.ZodMiniType<Body>, request: Request): Promise<Body> {
  if (request.headers.get('content-type') === null) throw httpError(415, 'CONTENT-TYPE-UNSUPPORTED');
  const body: unknown = parseJsonBody(await readBodyBytes(request, MAX_BODY_BYTES), { mayBeEmpty: false });
  const [issue] = schema.safeParse(body, { error: z.locales.en().localeError }).error?.issues ?? [];
  // not the parsed copy, which would change the order of members
  if (!issue) return body as Body;
  const problem = issue.message.replace(/^Invalid \w+: /, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  throw createInvalidDataError(`${formatMemberPath(issue.path) || 'body'}: ${problem}.`, formatJsonPointer(issue.path));
}
