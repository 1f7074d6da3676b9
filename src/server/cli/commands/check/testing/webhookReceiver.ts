import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type ReceivedPost = { id: string; isSigned: boolean; body: unknown; headers: Record<string, unknown> };

/** Starts a receiver of webhooks, which verifies their signature as a receiver should. */
export async function startWebhookReceiver(secret: string, port = 0) {
  const posts: ReceivedPost[] = [];
  /** Answers the next posts. */
  let answer = (response: ServerResponse): void => {
    response.writeHead(204).end();
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { headers } = request;
    const signed = createHmac('sha256', secret).update(`${headers['x-fleetlens-timestamp']}.${body}`).digest('hex');
    const isSigned = headers['x-fleetlens-signature'] === `sha256=${signed}`;
    posts.push({ id: String(headers['x-fleetlens-delivery']), isSigned, body: JSON.parse(body), headers });
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: listening } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${listening}/hook`,
    posts,
    setAnswer: (next: typeof answer) => {
      answer = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
