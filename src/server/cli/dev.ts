import { spawn } from 'node:child_process';
import { createServer } from 'vite';

const service = spawn(
  process.execPath,
  ['node_modules/tsx/dist/cli.mjs', 'watch', 'src/server/cli/main.ts', 'serve', '--demo'],
  {
    stdio: ['ignore', 'inherit', 'inherit'],
    // a separate process group: otherwise a second signal, after the one that the watcher forwards, would kill the
    // service
    detached: process.platform !== 'win32',
  },
);
service.on('exit', (code) => process.exit(code ?? 0));
let ending = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!ending) service.kill('SIGTERM');
    ending = true;
  });
}

const vite = await createServer();
await vite.listen();
vite.printUrls();
