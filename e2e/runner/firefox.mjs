#!/usr/bin/env node
/**
 * Stands in for the Firefox that FIREFOX_PATH names where Playwright starts one by WebDriver BiDi: passes on what is sent,
 * itself answers the one command that Playwright always sends and a released Firefox does not know, and names downloads.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/** Colour schemes and motion: a test that is about them belongs to the other browser. */
const UNKNOWN = 'emulation.setMediaFeaturesOverride';
const LISTENING = 'WebDriver BiDi listening on ';

const firefox = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.once('exit', (status) => process.exit(status ?? 1));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => firefox.kill(signal));

createInterface({ input: firefox.stderr }).on('line', (line) => {
  if (!line.startsWith(LISTENING)) return void console.error(line);
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (near, { url }) => join(near, new WebSocket(line.slice(LISTENING.length) + url)));
  server.once('listening', () => console.error(`${LISTENING}ws://127.0.0.1:${server.address().port}`));
});

function join(near, far) {
  const opened = new Promise((resolve) => far.once('open', resolve));
  near.on('message', async (data) => {
    const { id, method } = JSON.parse(data);
    if (method === UNKNOWN) return near.send(JSON.stringify({ type: 'success', id, result: {} }));
    await opened;
    far.send(String(data));
  });
  far.on('message', (data) => near.send(withDownload(String(data))));
  near.once('close', () => far.close());
  far.once('close', () => near.close());
}

/** Playwright hears of a download that has a name or is a navigation: a file that a page itself hands over is neither. */
function withDownload(text) {
  if (!text.includes('"browsingContext.download')) return text;
  const event = JSON.parse(text);
  if (event.params?.url) event.params.download = event.params.url;
  return JSON.stringify(event);
}
