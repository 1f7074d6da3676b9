import type { Plugin } from 'vite';

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
export function compileHint(): Plugin {
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
