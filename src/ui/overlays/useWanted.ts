import { useState } from 'react';

/** Whether something has been open yet: its code is loaded then, and stays, so that it can close as it should. */
export function useWanted(opened: boolean): boolean {
  const [wanted, setWanted] = useState(opened);
  if (opened && !wanted) setWanted(true);
  return wanted || opened;
}
