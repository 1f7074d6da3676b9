import { useEffect, useState } from 'react';
import { JOINED } from '#fleet/model/joined.ts';
import { countMatching } from '#fleet/questions/countMatching.ts';
import type { FleetView } from '#fleet/shown/fleetView.ts';
import { wordsApart } from '#fleet/wordsApart.ts';
import { formatCount } from '#lib/counts.ts';
import { Slices } from '#lib/slices.ts';
import type { DevicesState } from '#paths/devices.ts';
import { Button } from '#ui/controls/Button.tsx';

type Props = { state: DevicesState; view: FleetView; onSearch: (text: string) => void };

/** The way on where no device has the words of a search side by side, but some have each of them somewhere. */
export function WordsApart({ state, view, onSearch }: Props) {
  const fields = view.fleet.columns.map(({ name }) => name);
  const search = wordsApart(state.search, fields);
  const count = useCount(view, state, search);
  if (!search || !count) return null;
  const words = count === 1 ? 'One device has' : `${formatCount(count)} devices have`;
  return (
    <p>
      {words} these words apart from each other.{' '}
      <Button look="link" onClick={() => onSearch(search)}>
        Look for each word
      </Button>
    </p>
  );
}

/** How many rows another search would show; counted between frames. */
function useCount(view: FleetView, { facets, ranges }: DevicesState, search: string | undefined): number | undefined {
  const [count, setCount] = useState<number>();
  const { version } = view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of a view may have other rows
  useEffect(() => {
    const slices = new Slices();
    slices.run(
      (function* () {
        setCount(search ? yield* countMatching(view, { search, facets, ranges }, JOINED) : undefined);
      })(),
    );
    return () => slices.cancel();
  }, [view, version, search, facets, ranges]);
  return count;
}
