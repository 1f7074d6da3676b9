import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { NoticeLine } from './NoticeLine.tsx';

/** Of what opens over the page; a part that stands in it has neither. */
type Opening = { opened?: boolean; onClose?: () => void };

/**
 * A part whose code is loaded when it is first drawn; `waiting` stands there meanwhile. Where it cannot be loaded, the page
 * goes on without it, says so, and offers to try again.
 */
export function loaded<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  let code: ComponentType<Props> | undefined;
  return (props: Props & Opening) => {
    const { opened, onClose } = props;
    const [Part, setPart] = useState(() => code);
    const [failed, setFailed] = useState<{ opened: boolean | undefined }>();
    // it may have failed ahead of being opened
    const again = failed?.opened !== opened || !failed;
    useEffect(() => {
      if (Part || !again) return;
      let asked = true;
      load().then(
        (part) => {
          code = part;
          setPart(() => part);
        },
        // what was asked for ahead fails at the same time as what is asked for now
        () => asked && setFailed({ opened }),
      );
      return () => {
        asked = false;
      };
    }, [Part, again, opened]);
    if (!Part && !again && opened !== false) {
      const action = { label: 'Try again', run: () => setFailed(undefined) };
      return <NoticeLine tone="attention" title="A part could not be loaded." action={action} onDismiss={onClose} />;
    }
    return <Suspense fallback={waiting}>{Part ? <Part {...props} /> : waiting}</Suspense>;
  };
}
