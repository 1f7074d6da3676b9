import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { LazyModule } from '#lib/lazyModule.ts';
import { NoticeLine } from '#ui/notices/NoticeLine.tsx';

/** Props of overlays; other components have neither. */
type Opening = { opened?: boolean; onClose?: () => void };

/** `ahead` preloads the code. */
export type Loaded<Props> = ComponentType<Props> & { ahead: () => Promise<unknown> };

export type LoadedOptions<Props> = {
  waiting?: (props: Props) => ReactNode;
  /**
   * Handling of a load failure: a notice, nothing, or throwing to the error boundary if the page is useless without the
   * component.
   */
  missing?: 'notice' | 'nothing' | 'boundary';
  /** Excluded from idle preloading. */
  seldom?: boolean;
};

/**
 * Lazy component, loaded when first rendered or opened. Uses state instead of Suspense, whose fallback React keeps for at least
 * 300 ms. If loading fails, the page stays and offers a retry.
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

/** Request that only the console's host answers successfully, with HTML. */
const PAGE = { headers: { accept: 'text/html' } };

/** Loads a lazy module while `wanted`; returns code, error and retry. */
export function useLater<Code>(later: LazyModule<Code>, wanted: boolean) {
  const [came, setCame] = useState(() => later.code);
  const [failure, setFailure] = useState<{ error: unknown }>();
  const code = came ?? later.code;
  // reopening retries
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
    // Firefox caches failed imports, so reload the page once the server responds
    later
      .load()
      .catch(() => fetch('', PAGE).then(({ ok }) => ok && location.reload()))
      .catch(() => undefined);
  };
  return { code, failure: wanted ? failure : undefined, again };
}

function MissingPart({ again, onClose }: { again: () => void; onClose: (() => void) | undefined }) {
  const action = { label: 'Try again', run: again };
  return <NoticeLine tone="attention" title="A part could not be loaded." action={action} onDismiss={onClose} />;
}
