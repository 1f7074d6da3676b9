import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import classes from './loaded.module.css';

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A part of a page whose code is loaded when it is first drawn; `waiting` stands there meanwhile. Where it cannot be
 * loaded a line says so in its place and offers to try again, and the page around it goes on.
 */
export function panel<Props extends object>(load: Load<Props>, waiting: ReactNode = null): ComponentType<Props> {
  const code = { load, loaded: undefined };
  return (props) => {
    const { Part, failed, again } = useCode<Props>(code);
    if (Part) return <Part {...props} />;
    return failed ? <Unloaded className={classes['panel']} onAgain={again} /> : waiting;
  };
}

/** What opens over a page, with code that is loaded for it. Where that fails a note says so in its place. */
export function overlay<Props extends { opened: boolean; onClose: () => void }>(
  load: Load<Props>,
): ComponentType<Props> {
  const code = { load, loaded: undefined };
  return (props) => {
    const { opened, onClose } = props;
    const { Part, failed, again } = useCode<Props>(code);
    const [before, setBefore] = useState(opened);
    if (before !== opened) {
      setBefore(opened);
      if (opened && failed) again();
    }
    if (Part) {
      return (
        <Suspense fallback={null}>
          <Part {...props} />
        </Suspense>
      );
    }
    return failed && opened ? <Unloaded className={classes['note']} onAgain={again} onClose={onClose} /> : null;
  };
}

type Code<Props> = { load: Load<Props>; loaded: ComponentType<Props> | undefined };

/** The part once its code is there, or that it could not be loaded and the way to try again. */
function useCode<Props>(code: Code<Props>) {
  const [Part, setPart] = useState(() => code.loaded);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (Part || failed) return;
    let gone = false;
    const settle = (loaded: ComponentType<Props> | undefined) => {
      code.loaded ??= loaded;
      if (gone) return;
      if (loaded) setPart(() => loaded);
      else setFailed(true);
    };
    code.load().then(settle, () => settle(undefined));
    return () => {
      gone = true;
    };
  }, [code, Part, failed]);
  return { Part, failed, again: () => setFailed(false) };
}

type UnloadedProps = { className: string | undefined; onAgain: () => void; onClose?: () => void };

/** Drawn with what every page has: whatever else there is may be as unreachable. */
function Unloaded({ className, onAgain, onClose }: UnloadedProps) {
  return (
    <p className={className} role="alert">
      This part could not be loaded.{' '}
      <Button look="link" onClick={onAgain}>
        Try again
      </Button>
      {onClose && (
        <Button look="link" onClick={onClose}>
          Close
        </Button>
      )}
    </p>
  );
}
