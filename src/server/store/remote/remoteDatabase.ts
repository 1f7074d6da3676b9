import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { CommandError } from '#server/commandError.ts';
import {
  type BindValue,
  type Database,
  DatabaseError,
  type DatabaseSession,
  LARGE_TABLES,
  runInTransaction,
  type TextRow,
  type TransactionOptions,
} from '#server/store/database.ts';
import { parseJsonRow, parseTextRows } from '#server/store/wireProtocol.ts';
import { COMMAND_GREETING } from './commandServer.ts';
import { encodeBindValues, type MessageFrame, receiveFrames, sendFrame } from './frames.ts';
import { withShortSocketPath } from './socketPath.ts';

const GREETING_TIMEOUT_MS = 30_000;

/**
 * Opens a database through the service that holds its directory. `tell` receives notes for the user. `patience` is the
 * time limit for the greeting, in ms.
 * @returns undefined if no service accepts commands there
 */
export async function openRemoteDatabase(
  directory: string,
  onNote: (note: string) => void,
  patience = GREETING_TIMEOUT_MS,
): Promise<Database | undefined> {
  const socket = await withShortSocketPath(directory, connectToService).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES' && error.code !== 'EPERM') return undefined;
    throw new CommandError(
      `Only the owner of the data directory ${directory} can run commands on it while a service uses it.`,
    );
  });
  if (!socket) return undefined;
  const service = new ServiceConnection(socket, onNote);
  await service.waitForGreeting(directory, patience).catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
  return createRemoteDatabase(service);
}

async function connectToService(address: string): Promise<Socket> {
  const socket = connect(address);
  await once(socket, 'connect');
  return socket;
}

function createRemoteDatabase(service: ServiceConnection): Database {
  let unsynced = false;
  const query = async (sql: string, values: readonly BindValue[] = []) => {
    const { head } = await service.request({ do: 'query', sql }, values);
    return head['rows'] as TextRow[]; // sent by the service in this format
  };
  const within: DatabaseSession = {
    query: async (sql, values = []) => parseTextRows((await service.request({ do: 'send', sql }, values)).body),
    queryJsonRow: async (sql, values) => parseJsonRow((await service.request({ do: 'send', sql }, values)).body),
  };
  const transaction = async <Result>(
    work: (session: DatabaseSession) => Promise<Result>,
    { short = false, vacuum }: TransactionOptions = {},
  ): Promise<Result> => {
    await service.request({ do: 'open', for: short ? 'short' : 'write' });
    const result = await runInTransaction(short ? service.trackCommits(within) : within, work).catch(
      async (error: unknown) => {
        await service.request({ do: 'close', keep: false }).catch(() => undefined);
        throw error;
      },
    );
    // before the swap makes the data visible to others
    if (!short && vacuum === 'in any case') await vacuumTables(within);
    service.committing = true;
    await service.request({ do: 'close', keep: true });
    service.committing = false;
    if (short && vacuum === 'in any case') await vacuumTables({ query });
    unsynced ||= short;
    return result;
  };
  return {
    kind: 'pglite',
    query,
    queryJsonRow: async (sql, values) => {
      const [[json = null, ...rest] = []] = await query(sql, values);
      if (json === null) throw new DatabaseError('statement', 'The statement returned no rows.');
      return { json: Buffer.from(json), rest };
    },
    transaction,
    changeCredentials: async (project, statements, { urgent = false } = {}) => {
      const list = statements.map(({ sql, values }) => ({ sql, count: values.length }));
      const values = statements.flatMap((statement) => statement.values);
      const { head } = await service.request({ do: 'credentials', project, statements: list, urgent }, values);
      return head['rows'] as TextRow[][]; // sent by the service in this format
    },
    openSnapshot: async () => {
      await service.request({ do: 'open', for: 'read' });
      const release = () => service.request({ do: 'close', keep: false }).then(() => undefined);
      return { ...within, release };
    },
    persist: async () => {
      if (unsynced) await service.request({ do: 'persist' });
      unsynced = false;
    },
    isResponding: async () => !service.ended,
    close: async () => service.leave(),
  };
}

async function vacuumTables(session: Pick<DatabaseSession, 'query'>): Promise<void> {
  for (const table of LARGE_TABLES) await session.query(`vacuum ${table}`).catch(() => undefined);
}

type PendingRequest = { resolve: (frame: MessageFrame) => void; reject: (error: Error) => void };

class ServiceConnection {
  committing = false;
  ended = false;
  private readonly socket: Socket;
  private readonly tell: (note: string) => void;
  private readonly waiting = new Map<unknown, PendingRequest>();
  private last = 0;

  constructor(socket: Socket, tell: (note: string) => void) {
    this.socket = socket;
    this.tell = tell;
    // pending requests receive the error
    socket.on('error', () => undefined);
    socket.on('close', () => this.lose());
    receiveFrames(socket, (frame) => this.settle(frame));
  }

  /**
   * Waits for the greeting.
   * @throws CommandError if the service has another version
   */
  async waitForGreeting(directory: string, patience: number): Promise<void> {
    const timer = setTimeout(() => this.socket.destroy(), patience);
    const { head } = await new Promise<MessageFrame>((resolve, reject) => {
      this.waiting.set(undefined, { resolve, reject });
    }).catch(() => {
      throw new CommandError(`The service that uses ${directory} does not respond. Restart it, then try again.`);
    });
    clearTimeout(timer);
    const { fleetlens, protocol, schema } = COMMAND_GREETING;
    if (head['fleetlens'] === fleetlens && head['protocol'] === protocol && head['schema'] === schema) {
      // the first message has a time limit, and the first message of the command may come later
      await this.request({ do: 'greet' });
      return;
    }
    throw new CommandError(
      `The service that uses ${directory} has a different version than this command. Use the same version for both, or restart the service.`,
    );
  }

  request(head: object, values: readonly BindValue[] = []): Promise<MessageFrame> {
    if (this.ended) return Promise.reject(this.createLossError());
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      const { values: packs, body } = encodeBindValues(values);
      sendFrame(this.socket, { id, ...head, values: packs }, body);
    });
  }

  trackCommits(session: DatabaseSession): DatabaseSession {
    return {
      queryJsonRow: session.queryJsonRow,
      query: (sql, values) => {
        this.committing = sql === 'commit';
        return session.query(sql, values);
      },
    };
  }

  leave(): void {
    this.ended = true;
    this.socket.end();
  }

  private settle(frame: MessageFrame): void {
    const { id, note, error } = frame.head;
    if (typeof note === 'string') {
      this.tell(note);
      return;
    }
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) waiting?.reject(toDatabaseError(error as Partial<DatabaseError>));
    else waiting?.resolve(frame);
  }

  private lose(): void {
    this.ended = true;
    for (const { reject } of this.waiting.values()) reject(this.createLossError());
    this.waiting.clear();
  }

  private createLossError(): Error {
    return this.committing
      ? new CommandError(
          'The service stopped while it stored the data. Either all of it was stored, or nothing. Check before you try again.',
        )
      : new DatabaseError('unavailable', 'the service that uses the data directory stopped');
  }
}

function toDatabaseError({ fault = 'unavailable', message = '', sqlState }: Partial<DatabaseError>): DatabaseError {
  return new DatabaseError(fault, message, sqlState);
}
