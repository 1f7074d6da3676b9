import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from './sockets.ts';

export type PrivatePostgres = NonNullable<Awaited<ReturnType<typeof startPrivatePostgres>>>;

/** Starts a server from the installed binaries. Undefined if PostgreSQL is not installed. */
export async function startPrivatePostgres(settings: readonly string[] = []) {
  const binaries = findPostgresBinaries();
  if (!binaries) return undefined;
  const user = getPostgresUser();
  const directory = mkdtempSync(join(tmpdir(), 'fleetlens-postgres-'));
  if (user) chownSync(directory, user.uid, user.gid);
  const data = join(directory, 'data');
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), initdb, { ...user, cwd: directory, stdio: 'pipe' });
  const port = await findFreePort();
  const options = ['fsync=off', 'max_connections=50', 'listen_addresses=127.0.0.1', ...settings];
  const args = ['-D', data, '-p', `${port}`, '-k', directory, ...options.flatMap((option) => ['-c', option])];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => server?.once('exit', resolve));
    if (server?.kill(signal)) await ended;
    server = undefined;
  };
  const start = async () => {
    // a server that connects to others searches for certificates in HOME, which another user may not be able to read
    const env = { ...process.env, HOME: directory };
    server = spawn(join(binaries, 'postgres'), args, { ...user, cwd: directory, env, stdio: 'ignore' });
    await waitUntilReady(url);
  };
  await start();
  return {
    url,
    port,
    start,
    crash: () => end('SIGQUIT'),
    stop: async () => {
      await end('SIGINT');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export function isCitusInstalled(): boolean {
  const binaries = findPostgresBinaries();
  if (!binaries) return false;
  const folder = execFileSync(join(binaries, 'pg_config'), ['--pkglibdir'], { encoding: 'utf8' }).trim();
  return existsSync(join(folder, 'citus.so'));
}

function findPostgresBinaries(): string | undefined {
  const found = findNewestBinaries();
  if (found || !process.env['CI'] || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found;
  spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore' });
  spawnSync('apt-get', ['install', '-yq', '--no-install-recommends', 'postgresql'], { stdio: 'ignore' });
  return findNewestBinaries();
}

function findNewestBinaries(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const debian = versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
  if (debian) return debian;
  const { stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  return stdout && existsSync(join(stdout.trim(), 'initdb')) ? stdout.trim() : undefined;
}

/** User that runs PostgreSQL, because PostgreSQL refuses to run as root. */
export function getPostgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt >= 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
