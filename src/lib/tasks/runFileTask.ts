import type { FileWriter } from '#lib/fileWriter.ts';
import type { TaskContext } from './backgroundTask.ts';

type FileTaskSpec<Progress, Report> = {
  open: () => Promise<FileWriter>;
  /** Writes the file and resolves to the report. Resolving to undefined discards the file. */
  write: (
    context: TaskContext<Progress> & { write: FileWriter['write'] },
  ) => Promise<(Report & { complete: boolean }) | undefined>;
};

export type FileTaskResult<Report> = Report & { complete: boolean; name: string; ms: number };

/**
 * Runs a task that writes a file. The task is shown once a file is chosen. If writing fails, the file is discarded.
 * @throws DOMException `AbortError` if no file was chosen, and any write error
 */
export async function runFileTask<Progress, Report extends object>(
  context: TaskContext<Progress>,
  { open, write }: FileTaskSpec<Progress, Report>,
): Promise<FileTaskResult<Report> | undefined> {
  const target = await open();
  context.show();
  try {
    const report = await write({ ...context, write: target.write });
    if (report && !context.isDiscarded()) {
      return { ...report, name: await target.close(report.complete), ms: context.stopwatch.ms };
    }
  } catch (error) {
    await target.abort().catch(() => undefined);
    throw error;
  }
  await target.abort();
  return undefined;
}
