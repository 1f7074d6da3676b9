import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { LazyModule } from '#lib/lazyModule.ts';
import { useDerivedState } from '#ui/browser/useDerivedState.ts';
import { Notice } from '#ui/notices/Notice.tsx';

type OverlayProps = { opened?: boolean; onClose?: () => void };

export type LazyComponent<Props> = ComponentType<Props> & { preload: () => Promise<unknown> };

export type LazyComponentOptions<Props> = {
  fallback?: (props: Props) => ReactNode;
  onLoadError?: 'notice' | 'nothing' | 'boundary';
  skipIdlePreload?: boolean;
};

/**
 * Creates a component whose code is loaded when it is first rendered or opened. Uses state instead of Suspense, because
 * React shows a Suspense fallback for at least 300 ms. If loading fails, the page offers a retry.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = () => null, onLoadError = 'notice', skipIdlePreload = false }: LazyComponentOptions<Props> = {},
): LazyComponent<Props> {
  const module = new LazyModule(load, { seldom: skipIdlePreload });
  const Component = (props: Props & OverlayProps) => {
    const { opened = true } = props;
    const [wasOpened] = useDerivedState(
      () => opened,
      (before) => before || opened,
    );
    const { code: Code, failure, again } = useLazyModule(module, opened);
    if (!wasOpened) return null;
    if (Code) return <Code {...props} />;
    if (!failure) return fallback(props);
    if (onLoadError === 'boundary') throw failure.error;
    return onLoadError === 'notice' ? <LoadErrorNotice again={again} onClose={props.onClose} /> : null;
  };
  return Object.assign(Component, { preload: () => module.load() });
}

/** Options of a request for HTML, to which only the console's own host responds with success. */
const HTML_REQUEST_OPTIONS = { headers: { accept: 'text/html' } };

export function useLazyModule<Code>(module: LazyModule<Code>, isEnabled: boolean) {
  const [loadedCode, setLoadedCode] = useState(() => module.code);
  // reopening retries
  const [failure, updateFailure] = useDerivedState<{ error: unknown } | undefined>(
    () => undefined,
    (before) => (isEnabled ? before : undefined),
  );
  const code = loadedCode ?? module.code;
  const shouldLoad = isEnabled && code === undefined && !failure;
  useEffect(() => {
    if (!shouldLoad) return;
    let isActive = true;
    module.load().then(
      (loaded) => setLoadedCode(() => loaded),
      (error: unknown) => isActive && updateFailure(() => ({ error })),
    );
    return () => {
      isActive = false;
    };
  }, [module, shouldLoad, updateFailure]);
  const again = () => {
    updateFailure(() => undefined);
    // browsers cache failed imports, so reload the page once the server responds
    module
      .load()
      .catch(() => fetch('', HTML_REQUEST_OPTIONS).then(({ ok }) => ok && location.reload()))
      .catch(() => undefined);
  };
  return { code, failure, again };
}

function LoadErrorNotice({ again, onClose }: { again: () => void; onClose: (() => void) | undefined }) {
  const action = { label: 'Try again', run: again };
  return <Notice tone="attention" title="Part of this page could not be loaded." action={action} onDismiss={onClose} />;
}
