import type { FileWriter } from '#lib/fileWriter.ts';
import type { TaskContext } from './backgroundTask.ts';

type FileTaskSpec<Progress, Report> = {
  /** Lets the user choose the file. */
  open: () => Promise<FileWriter>;
  /** Writes the file and resolves to its report; undefined discards the file. */
  write: (
    hands: TaskContext<Progress> & { write: FileWriter['write'] },
  ) => Promise<(Report & { complete: boolean }) | undefined>;
};

export type WrittenFile<Report> = Report & { complete: boolean; name: string; ms: number };

/**
 * Runs a task that writes a file. The task is shown once a file was chosen; the file is discarded if writing fails.
 * @throws DOMException `AbortError` if no file was chosen, and errors of writing
 */
export async function runFileTask<Progress, Report extends object>(
  hands: TaskContext<Progress>,
  { open, write }: FileTaskSpec<Progress, Report>,
): Promise<WrittenFile<Report> | undefined> {
  const target = await open();
  hands.show();
  try {
    const report = await write({ ...hands, write: target.write });
    if (report && !hands.isDiscarded()) {
      return { ...report, name: await target.close(report.complete), ms: hands.watch.ms };
    }
  } catch (error) {
    await target.abandon().catch(() => undefined);
    throw error;
  }
  await target.abandon();
  return undefined;
}
