type FailingStageOptions = {
  stages: number;
  isRejected: (stages: number) => Promise<boolean>;
  signal: AbortSignal;
  onProgress?: ((requests: number) => void) | undefined;
};

/** Index of the failing stage (0-based), or -1 if the query fails without stages. */
export type FailingStageSearchResult = { at: number; requests: number };

/**
 * Finds the failing stage by binary search if the service does not name it. Sends at most log2(stages) + 2 requests.
 * @throws any error of the request function
 */
export async function findFailingStage({
  stages,
  isRejected,
  signal,
  onProgress,
}: FailingStageOptions): Promise<FailingStageSearchResult> {
  let requests = 0;
  const refused = async (first: number) => {
    signal.throwIfAborted();
    const answer = await isRejected(first);
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
