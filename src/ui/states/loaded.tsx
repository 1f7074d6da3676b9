import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { LazyModule } from '#lib/lazyModule.ts';
import { NoticeLine } from '#ui/notices/NoticeLine.tsx';

/** Of what opens over the page; a part that stands in it has neither. */
type Opening = { opened?: boolean; onClose?: () => void };

/** `ahead` loads its code before it is drawn. */
export type Loaded<Props> = ComponentType<Props> & { ahead: () => Promise<unknown> };

export type LoadedOptions<Props> = {
  /** What stands there until the code has come. */
  waiting?: (props: Props) => ReactNode;
  /** Where it cannot be loaded: a notice, or nothing, or the boundary around it, where without it there is nothing to show. */
  missing?: 'notice' | 'nothing' | 'boundary';
  /** It is not loaded before somebody wants it. */
  seldom?: boolean;
};

/**
 * A part whose code is loaded when it is first drawn, or first opened. It is drawn from state and not in place of a Suspense fallback,
 * which React would hold back for 300 ms. Where its code cannot be loaded, the page goes on without it, says so, and
 * offers to try again.
 */
export function loaded<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = () => null, missing = 'notice', seldom = false }: LoadedOptions<Props> = {},
): Loaded<Props> {
  const later = new LazyModule(load, { seldom });
  const Part = (props: Props & Opening) => {
    const { opened = true } = props;
    const [begun, setBegun] = useState(opened);
    if (opened && !begun) setBegun(true);
    const { code: Code, failure, again } = useLater(later, opened);
    if (!opened && !begun) return null;
    if (Code) return <Code {...props} />;
    if (!failure) return waiting(props);
    if (missing === 'boundary') throw failure.error;
    return missing === 'notice' ? <MissingPart again={again} onClose={props.onClose} /> : null;
  };
  return Object.assign(Part, { ahead: () => later.load() });
}

/** Asks a service for its page, which it gives to nobody who wants anything else. */
const PAGE = { headers: { accept: 'text/html' } };

/** The code of a part, once it is there; where it is wanted, why it did not come; and the way to try again. */
export function useLater<Code>(later: LazyModule<Code>, wanted: boolean) {
  const [came, setCame] = useState(() => later.code);
  const [failure, setFailure] = useState<{ error: unknown }>();
  const code = came ?? later.code;
  // what is closed and opened again is asked for again
  if (!wanted && failure) setFailure(undefined);
  const due = wanted && code === undefined && !failure;
  useEffect(() => {
    if (!due) return;
    let asked = true;
    later.load().then(
      (loaded) => setCame(() => loaded),
      (error: unknown) => asked && setFailure({ error }),
    );
    return () => {
      asked = false;
    };
  }, [later, due]);
  const again = () => {
    setFailure(undefined);
    // Firefox asks for a module only once: it takes a new page, once the service gives one
    later
      .load()
      .catch(() => fetch('', PAGE).then(({ ok }) => ok && location.reload()))
      .catch(() => undefined);
  };
  return { code, failure: wanted ? failure : undefined, again };
}

/** Says that a part of the page could not be loaded. */
function MissingPart({ again, onClose }: { again: () => void; onClose: (() => void) | undefined }) {
  const action = { label: 'Try again', run: again };
  return <NoticeLine tone="attention" title="A part could not be loaded." action={action} onDismiss={onClose} />;
}
