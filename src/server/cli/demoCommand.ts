import { CommandError } from '#server/commandError.ts';
import { DEMO_PROJECT, DEMO_SIZE, demoCredentials, makeDemo } from '#server/demo/demo.ts';
import { deleteProject, saveProject } from '#server/store/projects.ts';
import { hash } from '#server/store/store.ts';
import { readArguments, wholeNumber } from './commandLine.ts';
import { TARGET_OPTIONS, TARGET_USAGE, targetOf, withDatabase } from './target.ts';

export const DEMO_USAGE = `fleetlens demo: make the demo project anew, in the size you want
${TARGET_USAGE}
  --devices N       devices (default: ${DEMO_SIZE.devices})
  --documents N     documents in the collection logs (default: ${DEMO_SIZE.documents})
  --seed N          another seed makes other data; the same makes the same, to the byte (default: ${DEMO_SIZE.seed})`;

/** Replaces the demo project by one of the size asked for. */
export async function demoCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    ...TARGET_OPTIONS,
    devices: { type: 'string' },
    documents: { type: 'string' },
    seed: { type: 'string' },
  });
  if (positionals.length > 0) throw new CommandError(`demo takes no ${JSON.stringify(positionals[0])}.`);
  const size = {
    devices: wholeNumber('--devices', values.devices ?? `${DEMO_SIZE.devices}`, 1, 10_000_000),
    documents: wholeNumber('--documents', values.documents ?? `${DEMO_SIZE.documents}`, 0, 100_000_000),
    seed: wholeNumber('--seed', values.seed ?? `${DEMO_SIZE.seed}`, 0, 1_000_000),
  };
  const target = targetOf(values);
  await withDatabase(target, async (database) => {
    const { apiKey, token } = await demoCredentials(target.data, process.env);
    const project = { id: DEMO_PROJECT, name: 'Demo', keyHash: hash(apiKey), tokenHash: hash(token) };
    await database.transaction(async (session) => {
      await deleteProject(session, DEMO_PROJECT);
      await saveProject(session, project);
    });
    await makeDemo(database, DEMO_PROJECT, size);
    await database.persist();
    console.log(`Made ${size.devices} devices and ${size.documents} documents with seed ${size.seed}.`);
  });
}
