import { connect, createServer, type Server, type Socket } from 'node:net';

/** Chooses the response by the request line. Undefined forwards the request; a text is sent as the whole response. */
type RequestHandler = (line: string) => Promise<string | undefined> | string | undefined;

export const NOT_FOUND_RESPONSE = 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/** TCP proxy that simulates network faults: refused, reset or delayed requests, or replaced responses. */
export class NetworkFaultProxy {
  url = '';
  private readonly target: URL;
  private readonly handleRequest: RequestHandler;
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private port = 0;

  constructor(url: string, decide: RequestHandler = () => undefined) {
    this.target = new URL(url);
    this.handleRequest = decide;
  }

  async open(): Promise<this> {
    const server = createServer((socket) => this.forwardConnection(socket));
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    const address = server.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
    this.url = `http://127.0.0.1:${this.port}`;
    this.server = server;
    return this;
  }

  async close(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    for (const socket of this.sockets) socket.resetAndDestroy();
    await closed;
  }

  private forwardConnection(near: Socket): void {
    const far = connect(Number(this.target.port), this.target.hostname);
    near.on('data', async (bytes) => {
      // browsers send each request in a separate chunk
      const line = /^[A-Z]+ \S+ HTTP\/1\.1/.exec(bytes.toString('latin1'))?.[0];
      near.pause();
      const answer = line && (await this.handleRequest(line));
      if (answer) near.end(answer);
      else far.write(bytes);
      near.resume();
    });
    near.on('end', () => far.end());
    far.pipe(near);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}
