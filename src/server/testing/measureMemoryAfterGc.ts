import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function measureMemoryAfterGc(): NodeJS.MemoryUsage {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage();
}
