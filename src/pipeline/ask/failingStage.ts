type Options = {
  /** How many stages the refused query has. */
  stages: number;
  /** Runs the first so many of them, and says whether the service refuses those too. */
  refuses: (stages: number) => Promise<boolean>;
  signal: AbortSignal;
  onProgress?: ((requests: number) => void) | undefined;
};

/** `at` is the failing stage, counted from 0, or -1 where the query is refused without any stage. */
export type FailingStage = { at: number; requests: number };

/**
 * Finds the stage that a query fails with where the service does not name it: by halving between what runs and what is
 * refused. At most log2(stages) + 2 requests; none at all is asked for only when the first stage seems to be the one.
 * @throws whatever `refuses` throws
 */
export async function failingStage({ stages, refuses, signal, onProgress }: Options): Promise<FailingStage> {
  let requests = 0;
  const refused = async (first: number) => {
    signal.throwIfAborted();
    const answer = await refuses(first);
    signal.throwIfAborted();
    requests++;
    onProgress?.(requests);
    return answer;
  };
  let runs = 0;
  let fails = stages;
  while (fails - runs > 1) {
    const middle = Math.floor((runs + fails) / 2);
    if (await refused(middle)) fails = middle;
    else runs = middle;
  }
  if (runs === 0 && (await refused(0))) return { at: -1, requests };
  return { at: fails - 1, requests };
}
