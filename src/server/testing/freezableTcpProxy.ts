import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type FreezableTcpProxy = Awaited<ReturnType<typeof startFreezableTcpProxy>>;

/** Starts a TCP proxy on a free loopback port that can stop forwarding without closing connections, as firewalls do. */
export async function startFreezableTcpProxy(target: number) {
  const open = new Set<Socket>();
  const frozen = new WeakSet<Socket>();
  let silent = false;
  const forward = (from: Socket, to: Socket) => {
    open.add(from);
    from.on('data', (data) => !frozen.has(from) && to.write(data));
    from.on('error', () => undefined);
    from.on('close', () => {
      open.delete(from);
      if (!frozen.has(from)) to.destroy();
    });
  };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    forward(client, upstream);
    forward(upstream, client);
    if (silent) for (const socket of [client, upstream]) frozen.add(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    freezeOpenConnections: () => {
      for (const socket of open) frozen.add(socket);
    },
    setNewConnectionsFrozen: (wish: boolean) => {
      silent = wish;
    },
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}
