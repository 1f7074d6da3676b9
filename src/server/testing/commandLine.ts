import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, inject, vi } from 'vitest';
import { COMMANDS } from '#server/cli/commands.ts';
import { CommandError } from '#server/commandError.ts';

export type CommandResult = { code: number | null; out: string; err: string };

/** Runs a command in this process that reads `input`. */
export async function runCommandWithInput(input: string | Uint8Array, ...args: string[]): Promise<CommandResult> {
  const stdin = Readable.from([Buffer.from(input)]) as typeof process.stdin;
  const spy = vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin);
  return runCommandInProcess(...args).finally(() => spy.mockRestore());
}

export async function runCommandInProcess(...[name = '', ...args]: string[]): Promise<CommandResult> {
  const [out, err]: string[][] = [[], []];
  const into =
    (texts: string[] | undefined, end: string) =>
    (text: unknown, ...[written]: unknown[]) => {
      texts?.push(`${text}${end}`);
      if (typeof written === 'function') written();
      return true;
    };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(into(out, '\n')),
    vi.spyOn(console, 'error').mockImplementation(into(err, '\n')),
    vi.spyOn(process.stdout, 'write').mockImplementation(into(out, '')),
    vi.spyOn(process.stderr, 'write').mockImplementation(into(err, '')),
  ];
  const exitCodeBefore = process.exitCode;
  const listenersBefore = process.stdout.listeners('error') as (() => void)[];
  process.exitCode = undefined;
  let code = 0;
  try {
    await COMMANDS[name]?.run(args);
    code = Number(process.exitCode ?? 0);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    err?.push(`${error.message}\n`);
    code = error.exitCode;
  } finally {
    process.exitCode = exitCodeBefore;
    for (const spy of spies) spy.mockRestore();
    // a pipeline to standard output leaves a listener, which does not matter where each command has its own process
    process.stdout.removeAllListeners('error');
    for (const listener of listenersBefore) process.stdout.on('error', listener);
  }
  return { code, out: out?.join('') ?? '', err: err?.join('') ?? '' };
}

/** Starts a command, or another program, in a process of its own. */
export function startProgram(args: readonly string[], program = [process.execPath, inject('program')]) {
  const { FLEETLENS_DEMO_API_KEY, FLEETLENS_DEMO_TOKEN, DATABASE_URL, PORT, ...env } = process.env;
  const [command = '', ...before] = program;
  const child = spawn(command, [...before, ...args], { env });
  const said = { out: '', err: '', all: '' };
  for (const name of ['out', 'err'] as const) {
    child[`std${name}`].on('data', (data) => {
      said[name] += data;
      said.all += data;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const waitForText = (words: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const check = () => {
        const found = words.exec(said.all);
        if (found) resolve(found);
      };
      check();
      for (const stream of [child.stdout, child.stderr]) stream.on('data', check);
      void ended.then(() => reject(new Error(`It ended: ${said.all}`)));
    });
  return { child, said, ended, waitForText };
}

export async function runCommandAsProcess(
  args: readonly string[],
  during: (child: ChildProcess) => void = () => undefined,
): Promise<CommandResult> {
  const { child, said, ended } = startProgram(args);
  during(child);
  const code = await ended;
  return { code, out: said.out, err: said.err };
}

export function createTestFolder(): { files: string; file: (name: string, content?: string | Buffer) => string } {
  const files = mkdtempSync(join(tmpdir(), 'fleetlens-files-'));
  afterAll(() => rmSync(files, { recursive: true, force: true }));
  const file = (name: string, content: string | Buffer = '') => {
    if (content) writeFileSync(join(files, name), content);
    return join(files, name);
  };
  return { files, file };
}

export function encodeMessageFrame(
  head: string,
  body = Buffer.alloc(0),
  length = Buffer.byteLength(head) + body.byteLength,
): Buffer {
  const prefix = Buffer.alloc(8);
  prefix.writeUInt32BE(length, 0);
  prefix.writeUInt32BE(Buffer.byteLength(head), 4);
  return Buffer.concat([prefix, Buffer.from(head), body]);
}
