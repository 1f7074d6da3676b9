import type { FileWriter } from '#lib/fileWriter.ts';
import type { TaskContext } from './backgroundTask.ts';

type FileTaskSpec<Progress, Report> = {
  /** Has the file chosen. */
  open: () => Promise<FileWriter>;
  /** Writes the text, and gives what it was; undefined where no file is to stay. */
  write: (
    hands: TaskContext<Progress> & { write: FileWriter['write'] },
  ) => Promise<(Report & { complete: boolean }) | undefined>;
};

/** What was written, under which name, and how long that took. */
export type WrittenFile<Report> = Report & { complete: boolean; name: string; ms: number };

/**
 * Long work that writes a file, which is chosen when it begins. It is not seen before, and lets go of the file where
 * writing fails or nobody is to have it.
 * @throws DOMException `AbortError` when no file was chosen; what writing throws
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
