import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findInstalledProgram, NGINX } from '#e2e/runner/browser.mjs';
import type { TestHost } from './staticHost.ts';

export const NGINX_PATH = findInstalledProgram(NGINX);

/** `readLogs` returns all log output, including that of nginx's default logs. */
type NginxHost = TestHost & { readLogs: () => string };

/** Starts nginx with TLS and the configuration of docs/hosting.md. Names and ports are replaced. */
export async function startNginx(serviceUrl: string, change = (server: string) => server): Promise<NginxHost> {
  const folder = mkdtempSync(join(tmpdir(), 'fleetlens-nginx-'));
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=127.0.0.1', '-days', '2'];
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const port = await findFreePort();
  const [, documented = ''] = /```nginx\n([\s\S]*?)```/.exec(readFileSync('docs/hosting.md', 'utf8')) ?? [];
  const server = documented
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('/etc/ssl/fleet.example.com.pem', certificate)
    .replace('/etc/ssl/fleet.example.com.key', key)
    .replace('/var/log/nginx', folder)
    .replace('http://127.0.0.1:4600', serviceUrl);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http { access_log ${folder}/access.log; ${temporary.join(' ')} ${change(server)} }`,
  );
  const parameters = ['-e', 'stderr', '-p', folder, '-c', config];
  const child = spawn(NGINX_PATH ?? 'nginx', parameters, { stdio: ['ignore', 'inherit', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const ended = once(child, 'exit');
  const origin = `https://127.0.0.1:${port}`;
  while (!isListening(port)) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`);
  }
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  };
  return { origin, close, readLogs: () => readLogFiles(folder) };
}

function readLogFiles(folder: string): string {
  const names = readdirSync(folder).filter((name) => name.endsWith('.log'));
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

function isListening(port: number): boolean {
  return spawnSync('openssl', ['s_client', '-connect', `127.0.0.1:${port}`], { input: '' }).status === 0;
}
