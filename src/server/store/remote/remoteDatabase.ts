import type { Socket } from 'node:net';
import { serialize } from 'node:v8';
import { CommandError } from '#server/commandError.ts';
import {
  type Database,
  DatabaseError,
  type DatabaseSession,
  runInTransaction,
  type SqlStatement,
  type TextRow,
  type TransactionOptions,
  vacuumLargeTables,
} from '#server/store/database.ts';
import { parseTextRows } from '#server/store/wireProtocol.ts';
import { COMMAND_GREETING } from './commandServer.ts';
import { type MessageFrame, receiveFrames, sendFrame } from './frames.ts';
import { connectToService } from './socketPath.ts';

const GREETING_TIMEOUT_MS = 30_000;

/**
 * Opens a database through the service that holds its directory. `onNote` receives notes for the user. `patience` is the
 * time limit for the greeting, in ms.
 * @returns undefined if no service accepts commands there
 */
export async function openRemoteDatabase(
  directory: string,
  onNote: (note: string) => void,
  patience = GREETING_TIMEOUT_MS,
): Promise<Database | undefined> {
  const socket = await connectToService(directory).catch((error: NodeJS.ErrnoException) => {
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

function createRemoteDatabase(service: ServiceConnection): Database {
  let unsynced = false;
  // runs statements in the open transaction or snapshot, if there is one
  const session: DatabaseSession = {
    query: async (sql, values = []) => parseTextRows((await service.request({ do: 'send' }, [{ sql, values }])).body),
  };
  const transaction = async <Result>(
    work: (session: DatabaseSession) => Promise<Result>,
    { short = false, vacuum }: TransactionOptions = {},
  ): Promise<Result> => {
    await service.request({ do: 'open', for: short ? 'short' : 'write' });
    const result = await runInTransaction(short ? service.trackCommits(session) : session, work).catch(
      async (error: unknown) => {
        await service.request({ do: 'close', keep: false }).catch(() => undefined);
        throw error;
      },
    );
    // before the swap makes the data visible to others
    if (!short && vacuum === 'in any case') await vacuumLargeTables(session);
    service.committing = true;
    await service.request({ do: 'close', keep: true });
    service.committing = false;
    if (short && vacuum === 'in any case') await vacuumLargeTables(session);
    unsynced ||= short;
    return result;
  };
  return {
    kind: 'pglite',
    ...session,
    transaction,
    changeCredentials: async (project, statements, { urgent = false } = {}) => {
      const { head } = await service.request({ do: 'credentials', project, urgent }, statements);
      return head['rows'] as TextRow[][]; // sent by the service in this format
    },
    openSnapshot: async () => {
      await service.request({ do: 'open', for: 'read' });
      const release = () => service.request({ do: 'close', keep: false }).then(() => undefined);
      return { ...session, release };
    },
    persist: async () => {
      if (unsynced) await service.request({ do: 'persist' });
      unsynced = false;
    },
    close: async () => service.leave(),
  };
}

type PendingRequest = { resolve: (frame: MessageFrame) => void; reject: (error: Error) => void };

class ServiceConnection {
  committing = false;
  ended = false;
  private readonly socket: Socket;
  private readonly onNote: (note: string) => void;
  private readonly waiting = new Map<unknown, PendingRequest>();
  private last = 0;

  constructor(socket: Socket, onNote: (note: string) => void) {
    this.socket = socket;
    this.onNote = onNote;
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
    })
      .catch(() => {
        throw new CommandError(`The service that uses ${directory} does not respond. Restart it, then try again.`);
      })
      .finally(() => clearTimeout(timer));
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

  request(head: object, statements: readonly SqlStatement[] = []): Promise<MessageFrame> {
    if (this.ended) return Promise.reject(this.createLossError());
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      sendFrame(this.socket, { id, ...head }, serialize(statements));
    });
  }

  trackCommits(session: DatabaseSession): DatabaseSession {
    return {
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
      this.onNote(note);
      return;
    }
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    const { fault = 'unavailable', message = '', sqlState } = (error ?? {}) as Partial<DatabaseError>;
    if (error) waiting?.reject(new DatabaseError(fault, message, sqlState));
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
