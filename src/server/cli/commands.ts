import { COLLECTION_USAGE, collectionCommand } from '#server/cli/commands/collectionCommand.ts';
import { COPY_USAGE, copyCommand } from '#server/cli/commands/copyCommand.ts';
import { DEMO_USAGE, demoCommand } from '#server/cli/commands/demoCommand.ts';
import { EXPORT_USAGE, exportCommand } from '#server/cli/commands/exportCommand.ts';
import { IMPORT_USAGE } from '#server/cli/commands/importOptions.ts';
import { PROJECT_USAGE, projectCommand } from '#server/cli/commands/projectCommand.ts';
import { SERVE_USAGE } from './serveOptions.ts';

/** What takes long to load is loaded when it runs. */
type Command = { run: (args: string[]) => Promise<void>; usage: string };

/** Every command by its name, in the order that help lists them. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: { run: async (args) => (await import('./serve.ts')).serve(args), usage: SERVE_USAGE },
  import: {
    run: async (args) => (await import('#server/cli/commands/importCommand.ts')).importCommand(args),
    usage: IMPORT_USAGE,
  },
  export: { run: exportCommand, usage: EXPORT_USAGE },
  copy: { run: copyCommand, usage: COPY_USAGE },
  project: { run: projectCommand, usage: PROJECT_USAGE },
  collection: { run: collectionCommand, usage: COLLECTION_USAGE },
  demo: { run: demoCommand, usage: DEMO_USAGE },
};
