import { useEffect, useState } from 'react';
import { TimeSlicer } from '#lib/timeSlicer.ts';

/**
 * What long work comes to that is done between frames, beside React. Another function (`useCallback`) is other work, of
 * which nothing is known until it is done: what the work before came to stays. Without work nothing is begun.
 */
export function useSlices<Result>(
  work: (() => Generator<void, Result>) | undefined,
  { inBackground = false } = {},
): Result | undefined {
  const [result, setResult] = useState<Result>();
  useEffect(() => {
    if (!work) return;
    const slices = new TimeSlicer({ inBackground });
    function* done(work: () => Generator<void, Result>): Generator<void> {
      const found = yield* work();
      setResult(() => found);
    }
    slices.run(done(work));
    return () => slices.cancel();
  }, [work, inBackground]);
  return result;
}
