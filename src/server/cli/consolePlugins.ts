import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The guides of docs/guide/, in the order in which they are offered. */
const GUIDES = ['overview', 'devices', 'device', 'compare', 'datastore', 'connections', 'keyboard', 'preferences'];

/** The tasks of the guides with what one does first, for the console to say the same as the documents. */
export function createGuidesPlugin(): Plugin {
  const [module, resolved] = ['virtual:guides', '\0virtual:guides'];
  return {
    name: 'guides',
    resolveId: (id) => (id === module ? resolved : undefined),
    load(id) {
      if (id !== resolved) return;
      const files = GUIDES.map((name) => [name, `docs/guide/${name}.md`] as const);
      for (const [, file] of files) this.addWatchFile(file);
      const read = files.map(([name, file]) => [name, parseGuide(readFileSync(file, 'utf8'))]);
      return `export const GUIDES = ${JSON.stringify(Object.fromEntries(read))};`;
    },
  };
}

/** A guide's title, and each of its tasks with its first paragraph: links as their words, what is bold or a key as it is. */
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

/** Runs the head start as soon as it is there: as a part of main alone it would wait for all that main is made of. */
export function headStart(): Plugin {
  return {
    name: 'head-start',
    transformIndexHtml(_, { bundle = {} }) {
      const chunk = Object.values(bundle).find(({ name }) => name === 'start');
      return chunk && [{ tag: 'script', attrs: { type: 'module', async: true, src: `/${chunk.fileName}` } }];
    },
  };
}

/** Has chunks compiled whole beside the page's thread while they arrive, not function by function as they are called. */
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
