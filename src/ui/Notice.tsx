import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react';

import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';

import classes from './Notice.module.css';

type Props = {
  tone: 'failed' | 'attention' | 'neutral';
  title: string;
  /** Small print below the text, such as an error code or a request id. */
  detail?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
  children?: ReactNode;
};

const ICONS = { failed: IconCircleX, attention: IconAlertTriangle, neutral: IconInfoCircle };

/** One clear sentence, and a way on. A failure is announced at once, anything else politely. */
export function Notice({ tone, title, detail, action, children }: Props) {
  const Icon = ICONS[tone];
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const notice = root.current;
    return () => {
      // whoever pressed its button goes on from where it was, not from the top of the document
      if (notice?.contains(document.activeElement)) notice.closest('main')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={root} className={classes['notice']} data-tone={tone} role={tone === 'failed' ? 'alert' : 'status'}>
      <Icon className={classes['icon']} size={20} stroke={1.75} aria-hidden />
      <div className={classes['text']}>
        <p className={classes['title']}>{title}</p>
        {children && <div>{children}</div>}
        {detail && <p className={classes['detail']}>{detail}</p>}
        {action && (
          <Button className={classes['action']} variant="default" size="xs" onClick={action.run}>
            {action.label}
          </Button>
        )}
      </div>
    </div>
  );
}
