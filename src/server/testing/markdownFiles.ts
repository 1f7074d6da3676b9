import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type MarkdownFile = { path: string; text: string };

export type MarkdownSection = { title: string; blocks: readonly string[]; commands: readonly string[] };

export function readMarkdownFiles(): MarkdownFile[] {
  const folders = ['.', 'docs', 'docs/guide'];
  const paths = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  return paths.filter((path) => path.endsWith('.md')).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

export function parseShellSections({ text }: MarkdownFile): MarkdownSection[] {
  return text
    .split(/^## /m)
    .map((section) => {
      const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
      return { title: section.split('\n', 1)[0] ?? '', blocks, commands: parseCommands(blocks) };
    })
    .filter(({ commands }) => commands.length > 0);
}

export function needsBackgroundShell({ blocks }: MarkdownSection): boolean {
  return blocks.some((block) => / &$/m.test(block));
}

function parseCommands(blocks: readonly string[]): string[] {
  // a command continues after a backslash, and until its quotes are closed
  const lines =
    blocks
      .join('')
      .replaceAll('\\\n', ' ')
      .match(/(?:'[^']*'|[^'\n])+/g) ?? [];
  return lines.map((line) => line.replace(/\s+#\s.*$/, '').trim()).filter(Boolean);
}

export const UNTESTED_COMMANDS: readonly (readonly [command: RegExp, why: string])[] = [
  [/^npm (start|test)$/, 'every run of the tests is one, and starts what `npm start` starts'],
  [/^npm (pack\b.*|run build)$|^mkdir -p \/opt/, 'e2e/hosting/package.spec.ts packs, installs and runs it'],
];

export const FILES_TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  'docs/qa.md': 'e2e/consumer/ is written from it',
};
