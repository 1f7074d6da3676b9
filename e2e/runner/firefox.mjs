#!/usr/bin/env node
/**
 * Wrapper for the Firefox in FIREFOX_PATH, which Playwright controls over WebDriver BiDi. Forwards messages, answers
 * the one command that released versions do not support, and adds URLs to download events.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/** Command that emulates color schemes and reduced motion. Tests of these run in Chromium only. */
const UNSUPPORTED_COMMAND = 'emulation.setMediaFeaturesOverride';
const LISTENING = 'WebDriver BiDi listening on ';

const firefox = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.once('exit', (status) => process.exit(status ?? 1));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => firefox.kill(signal));

createInterface({ input: firefox.stderr }).on('line', (line) => {
  if (!line.startsWith(LISTENING)) return void console.error(line);
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (near, { url }) => bridgeSockets(near, new WebSocket(line.slice(LISTENING.length) + url)));
  server.once('listening', () => console.error(`${LISTENING}ws://127.0.0.1:${server.address().port}`));
});

function bridgeSockets(near, far) {
  const opened = new Promise((resolve) => far.once('open', resolve));
  near.on('message', async (data) => {
    const { id, method } = JSON.parse(data);
    if (method === UNSUPPORTED_COMMAND) return near.send(JSON.stringify({ type: 'success', id, result: {} }));
    await opened;
    far.send(String(data));
  });
  far.on('message', (data) => near.send(addDownloadUrl(String(data))));
  near.once('close', () => far.close());
  far.once('close', () => near.close());
}

/**
 * Adds a URL to download events that lack one, because Playwright requires it. Downloads started by scripts have none.
 */
function addDownloadUrl(text) {
  if (!text.includes('"browsingContext.download')) return text;
  const event = JSON.parse(text);
  if (event.params?.url) event.params.download = event.params.url;
  return JSON.stringify(event);
}
