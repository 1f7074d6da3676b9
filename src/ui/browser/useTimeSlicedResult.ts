import { useEffect, useState } from 'react';
import { TimeSlicer } from '#lib/timeSlicer.ts';

/**
 * Runs a generator in time slices and returns its result. A new generator function starts a new run, so it must be
 * memoized. Until the run ends, the previous result is returned.
 */
export function useTimeSlicedResult<Result>(
  createGenerator: (() => Generator<void, Result>) | undefined,
  { inBackground = false } = {},
): Result | undefined {
  const [result, setResult] = useState<Result>();
  useEffect(() => {
    if (!createGenerator) return;
    const slices = new TimeSlicer({ inBackground });
    function* done(work: () => Generator<void, Result>): Generator<void> {
      const found = yield* work();
      setResult(() => found);
    }
    slices.run(done(createGenerator));
    return () => slices.cancel();
  }, [createGenerator, inBackground]);
  return result;
}
