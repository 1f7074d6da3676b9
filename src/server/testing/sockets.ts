import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export function openTestSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', reject);
  });
}

export async function readSocketText(socket: Socket): Promise<string> {
  const parts: Buffer[] = await socket.toArray();
  return Buffer.concat(parts).toString();
}

export async function sendRawRequest(port: number, request: string): Promise<string> {
  const socket = await openTestSocket(port);
  socket.write(request);
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
    if (/connection: close|\r\n\r\n\{.*\}$/is.test(answer) && answer.includes('}')) socket.end();
  });
  await new Promise((resolve) => socket.on('close', resolve));
  return answer;
}

export function parseRawResponseBody(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
}
