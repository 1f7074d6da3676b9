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
  /** `attention` is for what is wrong; a change or a hint is grey. */
  tone?: 'neutral' | 'attention';
  /** What it is about, in a few words; the rest follows in the same line. */
  title: ReactNode;
  children?: ReactNode;
  action?: { label: string; run: () => void } | undefined;
  /** Further actions. */
  further?: ReactNode;
  onDismiss?: (() => void) | undefined;
};

/** One line about the page it stands below: what is not as it should be, or what is new. Nothing moves for it. */
export function NoticeLine({ tone = 'neutral', title, children, action, further, onDismiss }: Props) {
  const isAlert = tone === 'attention';
  const words = useTextAnnouncement<HTMLDivElement>(!isAlert);
  return (
    <AtNoticePlace>
      <div
        className={`${classes['line']} ${shared['foot']} ${shared['row']}`}
        data-tone={tone}
        // an alert is announced by its insertion
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
        {onDismiss && <IconButton Icon={IconX} label="Dismiss" size="row" onClick={onDismiss} />}
      </div>
    </AtNoticePlace>
  );
}

const Place = createContext<HTMLElement | null>(null);

/** A page, and below it the place for lines of notice: they take room from its end, so that nothing in it moves. */
export function NoticePlace({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Place value={place}>
      {children}
      <div ref={setPlace} className={classes['place']} />
    </Place>
  );
}

/** Draws at the place for notices, or where it stands itself if there is none. */
function AtNoticePlace({ children }: { children: ReactNode }) {
  const place = useContext(Place);
  return place ? createPortal(children, place) : children;
}
