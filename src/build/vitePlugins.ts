import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const GUIDES = [
  'overview',
  'dashboard',
  'devices',
  'last-seen',
  'device',
  'compare',
  'datastore',
  'groups',
  'connections',
  'keyboard',
  'preferences',
];

/**
 * Vite plugin that bundles titles and first paragraphs of the guides, so that the console shows the text of the
 * documents.
 */
export function createGuidesPlugin(): Plugin {
  const [module, resolved] = ['virtual:guides', '\0virtual:guides'];
  return {
    name: 'guides',
    resolveId: (id) => (id === module ? resolved : undefined),
    load(id) {
      if (id !== resolved) return;
      const files = GUIDES.map((name) => [name, `docs/guide/${name}.md`] as const);
      for (const [, file] of files) this.addWatchFile(resolve(file));
      const read = files.map(([name, file]) => [name, parseGuide(readFileSync(file, 'utf8'))]);
      return `export const GUIDES = ${JSON.stringify(Object.fromEntries(read))};`;
    },
  };
}

/**
 * Parses the title of a guide, and its tasks with their first paragraph. Links are reduced to their text; bold text and
 * keys stay.
 */
export function parseGuide(markdown: string) {
  const [head = '', ...tasks] = markdown.split(/^## /m);
  return {
    title: head.split('\n', 1)[0]?.replace(/^# /, '') ?? '',
    tasks: tasks.map((section) => {
      const [task = '', text = ''] = section.split(/\n\n/);
      return {
        task,
        text: text
          .trim()
          .replace(/\s+/g, ' ')
          .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
      };
    }),
  };
}

/**
 * Vite plugin that loads the `start` chunk with a separate script tag. As an import of main, it would wait for all
 * other imports of main.
 */
export function createPrefetchScriptPlugin(): Plugin {
  return {
    name: 'prefetch-script',
    transformIndexHtml(_, { bundle = {} }) {
      const chunk = Object.values(bundle).find(({ name }) => name === 'start');
      return chunk && [{ tag: 'script', attrs: { type: 'module', async: true, src: `/${chunk.fileName}` } }];
    },
  };
}

export function createCompileHintPlugin(): Plugin {
  return {
    name: 'compile-hint',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}
