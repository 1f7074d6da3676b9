import type { Socket } from 'node:net';
import pg from 'pg';

/** Time in which a new connection has to be ready for statements, in ms. */
const SETUP_TIMEOUT = 3000;

/** Time that the server has to close a connection after it was told to, in ms. */
const GOODBYE = 1000;

/** A connection that can be ended, and found to be dead, although its server no longer answers. */
export class ServerConnection extends pg.Client {
  /** True once no further statement must be sent. */
  lost = false;
  /** When it last answered, on the clock of `performance.now()`. */
  lastUsed = performance.now();
  /** Process of the server that works for this connection; undefined where a connection pooler in between hides it. */
  backend: number | undefined;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // without a listener the error of a broken connection would end the process
    this.on('error', () => {
      this.lost = true;
    });
  }

  /** Sets the session up. Its failure, or its silence, makes the connection fail. */
  async setUp(): Promise<void> {
    const late = setTimeout(() => this.discard(), SETUP_TIMEOUT);
    try {
      // compiling a statement of many fields takes the server many times as long as running it
      await this.query('set jit = off');
      const { rows } = await this.query<{ pid: number }>('select pg_backend_pid() as pid');
      // pg keeps the process that the server named at sign-in, but does not declare it
      const { processID } = this as unknown as { processID: number };
      if (rows[0]?.pid === processID) this.backend = processID;
    } finally {
      clearTimeout(late);
    }
  }

  /** Bytes received so far. */
  get received(): number {
    return this.socket.bytesRead;
  }

  /** Closes the socket at once: what is sent on it fails, and the pool forgets it. */
  discard(): void {
    this.lost = true;
    this.socket.destroy();
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const late = setTimeout(() => this.discard(), GOODBYE);
    this.once('end', () => clearTimeout(late));
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  private get socket(): Socket {
    // pg does not declare what a client is made of
    return (this as unknown as { connection: { stream: Socket } }).connection.stream;
  }
}
