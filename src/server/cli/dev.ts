import { spawn } from 'node:child_process';
import { createServer } from 'vite';

/** `npm run dev`: the service with the demo, started anew when its source changes, and the console with hot reload. */
const service = spawn(
  process.execPath,
  ['node_modules/tsx/dist/cli.mjs', 'watch', 'src/server/cli/main.ts', 'serve', '--demo'],
  {
    stdio: 'inherit',
  },
);
service.on('exit', (code) => process.exit(code ?? 0));

const vite = await createServer();
await vite.listen();
vite.printUrls();
