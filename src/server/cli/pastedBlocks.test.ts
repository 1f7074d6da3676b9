import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { SAMPLE_CSV_FILES } from '#server/importing/sampleCsvFiles.ts';
import { parseShellSections } from '#server/testing/markdownFiles.ts';

const NPM = `#!/bin/sh
[ "$1" = start ] || exit 0
shift; [ "$1" = -- ] && shift
exec fleetlens serve --demo-if-empty "$@"
`;

for (const { title, says } of [
  { title: 'Monitor the service', says: /"status":"ready".*# HELP/s },
  { title: 'Configure the console', says: /"title":"Plant A"/ },
]) {
  test(`the code block ${title} of hosting.md works as pasted`, { tags: ['long'] }, async () => {
    const section = parseShellSections(read('docs/hosting.md')).find((each) => each.title === title);
    const [block = ''] = section?.blocks ?? [];
    const said = await openShell(makePlace(), await takePort()).paste(block);
    expect(said).toMatch(says);
    expect(said).not.toMatch(/not found|curl: |No such process/);
  });
}

test('the code blocks of the README work as pasted, in order', { tags: ['long'] }, async () => {
  const [start = '', ask = '', load = '', ...others] = parseShellSections(read('README.md')).flatMap(
    ({ blocks }) => blocks,
  );
  expect(others).toEqual([]);
  const [folder, port] = [makePlace(), await takePort()];
  // the first block keeps its terminal, so the next ones go to another
  const [first, second] = [openShell(folder, port.release()), openShell(folder, port)];
  first.type(start);
  await first.says(/^export URL=\S+ KEY=\S+ TOKEN=\S+$/m);
  const answers = await second.paste(ask);
  expect(answers).toContain('"nDevices":');
  expect(answers).toContain('"documents":[{');
  expect(answers).not.toMatch(/"error"|not found|curl: |No such process/);
  const loaded = await second.paste(load);
  expect(loaded).toContain('Stored 2 devices.');
  expect(loaded).toContain('Stored 2 documents.');
});

function read(path: string) {
  return { path, text: readFileSync(path, 'utf8') };
}

function makePlace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleetlens-pasted-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'tmp'));
  const scripts = {
    fleetlens: `#!/bin/sh\nexec '${process.execPath}' '${resolve(inject('program'))}' "$@"\n`,
    npx: '#!/bin/sh\nexec "$@"\n',
    npm: NPM,
  };
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(folder, 'bin', name), text);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  writeFileSync(join(folder, 'fleet.csv'), SAMPLE_CSV_FILES.devices);
  writeFileSync(join(folder, 'logs.ndjson'), '{"documentID":"l-1"}\n{"documentID":"l-2"}\n');
  return folder;
}

async function takePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    port,
    release: () => {
      server.close();
      return { port };
    },
  };
}

function openShell(folder: string, { port }: { port: number | undefined }) {
  const { DATABASE_URL, ...environment } = process.env;
  const child: ChildProcess = spawn('bash', [], {
    cwd: folder,
    env: {
      ...environment,
      PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`,
      PORT: String(port),
      TMPDIR: join(folder, 'tmp'),
    },
    detached: true,
  });
  let text = '';
  let heard = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => {
      text += data;
      heard();
    });
  }
  onTestFinished(async () => {
    // the shell and its foreground processes
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const says = async (what: RegExp) => {
    while (!what.test(text)) {
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
  };
  let pasted = 0;
  const paste = async (block: string) => {
    const from = text.length;
    const end = `end-of-block-${pasted++}`;
    child.stdin?.write(`${block}\necho ${end}\n`);
    await says(new RegExp(end));
    return text.slice(from);
  };
  return { type: (block: string) => child.stdin?.write(block), says, paste };
}
