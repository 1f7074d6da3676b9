import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy before a service, where the wire itself can break: refused, reset, cut after some bytes. */
export class Wire {
  url = '';
  private readonly target: URL;
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private port = 0;

  constructor(url: string) {
    this.target = new URL(url);
  }

  /** Listens, on the same port as before if it did before. */
  async open(): Promise<this> {
    const server = createServer((socket) => this.join(socket));
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    const address = server.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
    this.url = `http://127.0.0.1:${this.port}`;
    this.server = server;
    return this;
  }

  /** Refuses connections from now on, and resets those there are. */
  async close(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    for (const socket of this.sockets) socket.resetAndDestroy();
    await closed;
  }

  private join(near: Socket): void {
    const far = connect(Number(this.target.port), this.target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}
