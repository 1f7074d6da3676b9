import { IconInfoCircle, IconX } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTextAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import shared from '#ui/theme/shared.module.css';
import { AttentionIcon } from './AttentionIcon.tsx';
import classes from './NoticeLine.module.css';

type Props = {
  /** `attention` for problems, `neutral` for changes and hints. */
  tone?: 'neutral' | 'attention';
  title: ReactNode;
  children?: ReactNode;
  action?: { label: string; run: () => void } | undefined;
  further?: ReactNode;
  onDismiss?: (() => void) | undefined;
};

/** Notice below the page: a problem or news. Does not shift the content. */
export function NoticeLine({ tone = 'neutral', title, children, action, further, onDismiss }: Props) {
  const isAlert = tone === 'attention';
  const words = useTextAnnouncement<HTMLDivElement>(!isAlert);
  return (
    <AtNoticePlace>
      <div
        className={`${classes['line']} ${shared['foot']} ${shared['row']}`}
        data-tone={tone}
        // alerts are announced on insertion
        role={isAlert ? 'alert' : undefined}
      >
        {isAlert ? (
          <AttentionIcon className={classes['icon']} />
        ) : (
          <IconInfoCircle className={classes['icon']} size={16} stroke={1.5} aria-hidden />
        )}
        <div ref={words} className={`${classes['words']} ${shared['breaks']}`}>
          <b>{title}</b> {children}
        </div>
        {further}
        {action && (
          <Button look="link" onClick={action.run}>
            {action.label}
          </Button>
        )}
        {onDismiss && (
          <IconButton className={classes['dismiss']} Icon={IconX} label="Dismiss" size="row" onClick={onDismiss} />
        )}
      </div>
    </AtNoticePlace>
  );
}

const Place = createContext<HTMLElement | null>(null);

/** Provides the container for notices below the page, where they do not shift its content. */
export function NoticePlace({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Place value={place}>
      {children}
      <div ref={setPlace} className={classes['place']} />
    </Place>
  );
}

/** Renders into the notice container, or in place without one. */
function AtNoticePlace({ children }: { children: ReactNode }) {
  const place = useContext(Place);
  return place ? createPortal(children, place) : children;
}
