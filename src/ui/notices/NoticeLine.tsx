import { IconInfoCircle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { keepFocus } from '#ui/browser/keepFocus.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { AttentionIcon } from './AttentionIcon.tsx';
import classes from './NoticeLine.module.css';
import { AtNoticePlace } from './NoticePlace.tsx';

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
  return (
    <AtNoticePlace>
      <div
        ref={keepFocus}
        className={classes['line']}
        data-tone={tone}
        role={tone === 'attention' ? 'alert' : 'status'}
      >
        {tone === 'attention' ? (
          <AttentionIcon className={classes['icon']} />
        ) : (
          <IconInfoCircle className={classes['icon']} size={16} stroke={1.5} aria-hidden />
        )}
        <div className={classes['words']}>
          <b>{title}</b> {children}
        </div>
        {further}
        {action && (
          <Button look="link" onClick={action.run}>
            {action.label}
          </Button>
        )}
        {onDismiss && (
          <IconButton label="Dismiss" size="row" onClick={onDismiss}>
            <IconX size={16} stroke={1.5} aria-hidden />
          </IconButton>
        )}
      </div>
    </AtNoticePlace>
  );
}
