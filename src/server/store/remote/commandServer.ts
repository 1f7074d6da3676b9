import { once } from 'node:events';
import { chmod, lstat, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { DatabaseError } from '#server/store/database.ts';
import type { ExclusiveDatabaseHandle } from '#server/store/embedded/copyAndSwap.ts';
import { readFileIdentity } from '#server/store/embedded/fileLock.ts';
import type { EmbeddedDatabase } from '#server/store/embedded/pglite.ts';
import { withCaller } from '#server/store/fairQueue.ts';
import { SCHEMA_VERSION } from '#server/store/sql/schema.ts';
import { FrameError, type MessageFrame, parseSqlStatements, receiveFrames, sendFrame } from './frames.ts';
import { SOCKET_NAME, withShortSocketPath } from './socketPath.ts';

/** Version of the messages, and of V8's format of statements. */
const PROTOCOL = `3.${serialize('')[1]}`;

export const COMMAND_GREETING = { fleetlens: 'commands', protocol: PROTOCOL, schema: SCHEMA_VERSION } as const;

/** Maximum number of concurrent commands, and of additional ones that open no transaction, such as revoking keys. */
const MAX_COMMANDS = 16;
const RESERVED_COMMANDS = 4;

/** Time limit for the first message, and for the next message while all other commands wait, in ms. */
const FIRST_MESSAGE_TIMEOUT_MS = 10_000;
const NEXT_MESSAGE_TIMEOUT_MS = 5000;

/**
 * Lets commands use the database of this process through a socket in its directory. Only the owner of the directory can
 * use the socket.
 * @returns the function that closes the socket and rolls back open transactions
 */
export async function startCommandServer(directory: string, database: EmbeddedDatabase): Promise<() => Promise<void>> {
  const path = join(directory, SOCKET_NAME);
  const callers = new Set<CommandClient>();
  const server = createServer((socket) => {
    const caller = new CommandClient(socket, database, callers.size < MAX_COMMANDS);
    callers.add(caller);
    socket.once('close', () => void caller.leave().finally(() => callers.delete(caller)));
  });
  server.maxConnections = MAX_COMMANDS + RESERVED_COMMANDS;
  // left over from a killed process, because this process holds the directory's lock
  await rm(path, { force: true });
  await withShortSocketPath(directory, (address) => bindPrivately(server, address), { temporary: true });
  if (!(await lstat(path)).isSocket()) throw new Error('Another file exists at the path of the socket.');
  await chmod(path, 0o600);
  const made = readFileIdentity(path);
  server.on('error', () => undefined);
  return async () => {
    server.close();
    await Promise.all([...callers].map((caller) => caller.leave()));
    if (readFileIdentity(path) === made) await rm(path, { force: true });
  };
}

async function bindPrivately(server: Server, address: string): Promise<void> {
  const mask = process.umask(0o177);
  try {
    server.listen(address);
  } finally {
    process.umask(mask);
  }
  await once(server, 'listening');
}

class CommandClient {
  private readonly socket: Socket;
  private readonly database: EmbeddedDatabase;
  private readonly mayOpen: boolean;
  private scope: ExclusiveDatabaseHandle | undefined;
  private short = false;
  private timer: NodeJS.Timeout;
  private working: Promise<void> = Promise.resolve();

  constructor(socket: Socket, database: EmbeddedDatabase, mayOpen: boolean) {
    this.socket = socket;
    this.database = database;
    this.mayOpen = mayOpen;
    socket.on('error', () => undefined);
    sendFrame(socket, COMMAND_GREETING);
    this.timer = setTimeout(() => socket.destroy(), FIRST_MESSAGE_TIMEOUT_MS);
    receiveFrames(socket, (frame) => {
      clearTimeout(this.timer);
      this.working = withCaller('commands', () => this.handleFrame(frame), '');
      return this.working;
    });
  }

  async leave(): Promise<void> {
    this.socket.destroy();
    clearTimeout(this.timer);
    await this.end(false).catch(() => undefined);
    await this.working.catch(() => undefined);
    // a running command may have opened a scope in the meantime
    await this.end(false).catch(() => undefined);
  }

  private async handleFrame(frame: MessageFrame): Promise<void> {
    const { id } = frame.head;
    if (!Number.isSafeInteger(id)) throw new FrameError('id: expected a number');
    try {
      const { body, ...said } = await this.runCommand(frame);
      this.sendMessage({ id, ...said }, body);
    } catch (error) {
      if (error instanceof FrameError) throw error;
      const { fault = 'unavailable', message, sqlState } = error as Partial<DatabaseError>;
      this.sendMessage({ id, error: { fault, message, sqlState } });
    }
    if (this.scope && this.short) this.timer = setTimeout(() => this.socket.destroy(), NEXT_MESSAGE_TIMEOUT_MS);
  }

  private async runCommand({ head, body }: MessageFrame): Promise<{ rows?: unknown; body?: Uint8Array }> {
    switch (head['do']) {
      case 'greet':
        return {};
      case 'open':
        await this.open(head['id'], head['for']);
        return {};
      case 'send': {
        const [statement] = parseSqlStatements(body);
        if (!statement) throw new FrameError('expected a statement');
        return { body: await (this.scope ?? this.database).send(statement.sql, statement.values) };
      }
      case 'credentials': {
        const urgent = head['urgent'] === true;
        return {
          rows: await this.database.changeCredentials(String(head['project']), parseSqlStatements(body), { urgent }),
        };
      }
      case 'close':
        await this.end(head['keep'] === true);
        return {};
      case 'persist':
        await this.database.persist();
        return {};
      default:
        throw new FrameError('do: unknown command');
    }
  }

  private async open(id: unknown, purpose: unknown): Promise<void> {
    if (this.scope) throw new FrameError('a transaction is already open');
    if (!this.mayOpen)
      throw new DatabaseError(
        'busy',
        'too many commands are running on this data directory; try again when one of them has finished',
      );
    if (purpose !== 'read' && this.database.copies.isBeingWritten)
      this.sendMessage({ id, note: 'Another command is writing to this data directory. Waiting for it to finish.' });
    this.short = purpose === 'short';
    if (purpose === 'short') this.scope = await this.database.copies.acquireDatabase();
    else if (purpose === 'read' || purpose === 'write')
      this.scope = await this.database.copies.openCopy(purpose, () => this.socket.destroyed);
    else throw new FrameError('for: expected short, read or write');
  }

  private async end(keep: boolean): Promise<void> {
    const { scope } = this;
    this.scope = undefined;
    await scope?.end(keep);
  }

  private sendMessage(head: object, body?: Uint8Array): void {
    if (!this.socket.destroyed) sendFrame(this.socket, head, body);
  }
}
