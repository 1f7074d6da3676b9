import { spawn } from 'node:child_process';
import { createServer } from 'vite';

/** `npm run dev`: the service with the demo, started anew when its source changes, and the console with hot reload. */
const service = spawn(
  process.execPath,
  ['node_modules/tsx/dist/cli.mjs', 'watch', 'src/server/cli/main.ts', 'serve', '--demo'],
  {
    stdio: ['ignore', 'inherit', 'inherit'],
    // a terminal's signal would reach the service beside the one that its watcher passes on, and that kills it then
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
