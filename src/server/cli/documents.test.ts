import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseArgs } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseGuide } from '#build/vitePlugins.ts';
import {
  FILES_TESTED_ELSEWHERE,
  type MarkdownFile,
  parseShellSections,
  readMarkdownFiles,
  UNTESTED_COMMANDS,
} from '#server/testing/markdownFiles.ts';
import { COMMANDS, ENVIRONMENT_VARIABLE_HELP } from './commands.ts';

const all = readMarkdownFiles();
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const sources = ['src', 'e2e'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .map((file) => ({ file: join(folder, file), text: readFileSync(join(folder, file), 'utf8') })),
);

test.each(all)('$path: every link has a target', (document) => {
  expect(linksOf(document).filter((link) => !leads(document, link))).toEqual([]);
});

test('every screenshot is used in a document, and every image in a document is a screenshot', () => {
  const taken = [...readFileSync('e2e/screenshots/screenshots.ts', 'utf8').matchAll(/file: '([\w-]+)'/g)];
  const names = taken.map(([, name]) => `${name}.webp`).sort();
  expect(readdirSync('docs/pictures').sort()).toEqual(names);
  const shown = all.flatMap((document) => linksOf(document).map((link) => /pictures\/(.*)$/.exec(link)?.[1]));
  expect(names.filter((name) => !shown.includes(name))).toEqual([]);
});

describe('guides', () => {
  const guides = all.filter(({ path }) => path.startsWith('docs/guide/'));
  const labels = sources.filter(({ file }) => !/\.test\.ts$|^e2e|^src\/server/.test(file)).map(({ text }) => text);

  test.each(guides)('$path: each task gives instructions in the terms of the console', ({ text }) => {
    const { title, tasks } = parseGuide(text);
    expect(text.split('\n').length).toBeLessThanOrEqual(80);
    expect(title).not.toBe('');
    for (const { text: first } of tasks) expect(first).toMatch(/^[A-Z*`][^!#[]+\.$/);
    const named = [...text.replace(/\s+/g, ' ').matchAll(/\*\*(.+?)\*\*/g)].map(([, words = '']) => words);
    expect(named.filter((words) => !labels.some((label) => label.includes(words)))).toEqual([]);
  });

  test('the README links to every guide, and is short', () => {
    const readme = readFileSync('README.md', 'utf8');
    expect(guides.filter(({ path }) => !readme.includes(`(${path})`))).toEqual([]);
    expect(readme.split('\n').length).toBeLessThanOrEqual(150);
  });
});

describe('commands', () => {
  const tested = all.filter(({ path }) => !(path in FILES_TESTED_ELSEWHERE));
  const written = tested.flatMap((document) => [
    ...parseShellSections(document).flatMap(({ commands }) => commands),
    ...inlineOf(document),
  ]);

  test('every documented command and option exists', () => {
    expect(written.length).toBeGreaterThan(50);
    expect(written.flatMap(complaints)).toEqual([]);
  });

  test('every code block has a known language, so that no command is left untested', () => {
    const languages = tested.flatMap(({ text }) => (text.match(/^```.*$/gm) ?? []).filter((_, at) => at % 2 === 0));
    const others = ['', 'caddy', 'ini', 'json', 'mermaid', 'nginx', 'sql'];
    expect(new Set(languages)).toEqual(new Set(['sh', ...others].map((language) => `\`\`\`${language}`)));
  });

  test('every untested command has a reason, and every reason a command', () => {
    const unused = UNTESTED_COMMANDS.filter(([pattern]) => !written.some((command) => pattern.test(command)));
    expect(unused).toEqual([]);
  });

  test('the usage of each command lists its options, with a value where one is required', () => {
    for (const { usage, options } of Object.values(COMMANDS)) {
      const told = optionsIn(usage).map(({ name, value }) => [name, value === '' ? 'boolean' : 'string']);
      expect(told).toEqual(Object.entries(options).map(([name, { type }]) => [name, type]));
    }
  });
});

test('documents exactly the environment variables that are read', () => {
  const service = sources.filter(({ file }) => file.startsWith('src/server') && !/testing|\.test\.ts/.test(file));
  const read = service.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:env|environment)\['(\w+)'\]/g)].map(([, name = '']) => name),
  );
  const documented = Object.keys(ENVIRONMENT_VARIABLE_HELP).sort();
  expect([...new Set(read)].filter((name) => !name.startsWith('npm_')).sort()).toEqual(documented);
  // the tests' variables are documented for contributors
  const ours = sources.flatMap(({ text }) =>
    [...text.matchAll(/env(?:\.|\[')((?:FLEETLENS|CHROMIUM)_\w+)/g)].map(([, name = '']) => name),
  );
  const told = all.map(({ text }) => text).join();
  expect([...new Set(ours)].filter((name) => !told.includes(name))).toEqual([]);
});

test('the table of options matches the help of the commands', async () => {
  const tables = Object.entries(COMMANDS).map(([name, { usage }]) => {
    const [, head = '', does = ''] = /^fleetlens (.*?): (.*)$/m.exec(usage) ?? [];
    const rows = optionsIn(usage).map(({ name, value, words }) => [`\`--${name}${value && ` ${value}`}\``, words]);
    return `## ${name}\n\n\`fleetlens ${head}\`: ${does}.\n\n${table(['Option', 'Description'], rows)}`;
  });
  const environment = Object.entries(ENVIRONMENT_VARIABLE_HELP).map(([name, words]) => [`\`${name}\``, words]);
  const text = `# Options

Generated from the help texts of the commands by \`npm run documents\`. \`fleetlens help\` prints the same texts.

${tables.join('\n')}
## Environment variables

${table(['Variable', 'Description'], environment)}`;
  await expect(text).toMatchFileSnapshot(join(process.cwd(), 'docs/options.md'));
});

function table(heads: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('');
}

function optionsIn(usage: string): { name: string; value: string; words: string }[] {
  return [...usage.matchAll(/^ {2}--([\w-]+) ?([A-Z][\w=]*|)\s+(.*)$/gm)].map(
    ([, name = '', value = '', words = '']) => ({ name, value, words }),
  );
}

function complaints(command: string): string[] {
  if (/^(\w+=\S+$|until .*; do |eval |kill )/.test(command)) return [];
  const [, ...parts] =
    /^(?:\S+=\S+ )*(?:npx )?(fleetlens|npm|npx|curl|export|cd|mkdir|tail)\b ?(.*)$/s.exec(command) ?? [];
  const [program, rest = ''] = parts;
  if (!program) return [`what runs ${command}?`];
  if (['tail', 'mkdir', 'cd'].includes(program)) return complaintsBehind(rest);
  if (program === 'npm') return complaintsOfNpm(rest, command);
  if (program === 'npx')
    return rest.startsWith('vitest run ') && !existsSync(rest.split(' ')[2] ?? '') ? [command] : [];
  return program === 'fleetlens' ? complaintsOfOurs(rest) : [];
}

function complaintsBehind(rest: string): string[] {
  const [, behind = ''] = /(?:\||&&) (.*)$/.exec(rest) ?? [];
  return complaints(behind);
}

function complaintsOfNpm(rest: string, command: string): string[] {
  const [first = '', script = ''] = rest.split(' ');
  if (['pack', 'install', 'ci'].includes(first)) return [];
  return (first === 'run' ? script : first) in scripts ? [] : [command];
}

function complaintsOfOurs(rest: string): string[] {
  const [name = '', ...args] = (rest.replace(/ ?[|>&].*$/, '').match(/(?:"[^"]*"|\S)+/g) ?? []).map((word) =>
    word.replaceAll('"', ''),
  );
  if (name === 'help') return [];
  const command = COMMANDS[name];
  if (!command) return [`no command ${rest}`];
  try {
    parseArgs({ args, options: command.options, allowPositionals: true });
    return [];
  } catch (error) {
    return [`${rest}: ${(error as Error).message}`];
  }
}

function inlineOf({ text }: MarkdownFile): string[] {
  const spans = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g);
  const isCommand = (span: string) =>
    /^(npx )?fleetlens [a-z]|^npm (run|test|pack|start|ci)\b|^npx vitest/.test(span) &&
    !/[…|]|fleetlens [a-z]+: /.test(span);
  return [...spans].map(([, span = '']) => span).filter(isCommand);
}

function linksOf({ text }: MarkdownFile): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/(?:srcset|src)="([^"]+)"/g)];
  return links.map(([, link = '']) => link);
}

/** True if the file and heading of a link exist. For links to other sites, only the syntax of the URL is checked. */
function leads({ path }: MarkdownFile, link: string): boolean {
  if (/^\w+:/.test(link)) return URL.canParse(link) && link.startsWith('https://');
  const [file = '', heading] = link.split('#');
  const target = file === '' ? path : normalize(join(dirname(path), file));
  if (!existsSync(target)) return false;
  return heading === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(heading);
}

function anchorsOf(text: string): string[] {
  const headings = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
