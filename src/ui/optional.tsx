import { type ComponentType, lazy, Suspense } from 'react';

/** A part of a page that is loaded when it is first drawn, and left out where it cannot be loaded: the page does without. */
export function optional<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load().catch((): ComponentType<Props> => Nothing) }));
  return (props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}

function Nothing() {
  return null;
}
