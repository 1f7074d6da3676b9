import { IconInfoCircle, IconX } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';
import { useElementTextAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Notice.module.css';
import { WarningIcon } from './WarningIcon.tsx';

type Props = {
  tone?: 'neutral' | 'attention';
  title: ReactNode;
  children?: ReactNode;
  action?: { label: string; run: () => void } | undefined;
  extraActions?: ReactNode;
  onDismiss?: (() => void) | undefined;
};

export function Notice({ tone = 'neutral', title, children, action, extraActions, onDismiss }: Props) {
  const isAlert = tone === 'attention';
  const words = useElementTextAnnouncement<HTMLDivElement>(!isAlert);
  return (
    <NoticePortal>
      <div
        className={`${classes['notice']} ${shared['footer']} ${shared['row']}`}
        data-tone={tone}
        // alerts are announced on insertion
        role={isAlert ? 'alert' : undefined}
      >
        {isAlert ? (
          <WarningIcon className={classes['icon']} />
        ) : (
          <IconInfoCircle className={classes['icon']} size={16} stroke={1.5} aria-hidden />
        )}
        <div ref={words} className={`${classes['words']} ${shared['breakWords']}`}>
          <b>{title}</b> {children}
        </div>
        {extraActions}
        {action && (
          <Button variant="link" onClick={action.run}>
            {action.label}
          </Button>
        )}
        {onDismiss && (
          <IconButton className={classes['dismiss']} Icon={IconX} label="Dismiss" size="row" onClick={onDismiss} />
        )}
      </div>
    </NoticePortal>
  );
}

const NoticeContainerContext = createContext<HTMLElement | null>(null);

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <NoticeContainerContext value={place}>
      {children}
      <div ref={setPlace} className={classes['container']} />
    </NoticeContainerContext>
  );
}

function NoticePortal({ children }: { children: ReactNode }) {
  const place = useContext(NoticeContainerContext);
  return place ? createPortal(children, place) : children;
}

type NoticeAction = { label: string; run: () => void };

type ConfirmReplaceNoticeProps = { question: string; keep: NoticeAction; replace: NoticeAction };

/** Asks for confirmation before displayed content is replaced. The first action keeps the content. */
export function ConfirmReplaceNotice({ question, keep, replace }: ConfirmReplaceNoticeProps) {
  const further = (
    <Button variant="link" onClick={replace.run}>
      {replace.label}
    </Button>
  );
  return <Notice tone="attention" title={question} action={keep} extraActions={further} />;
}

export function InvalidLinkNotice({ droppedParts }: { droppedParts: readonly string[] }) {
  if (droppedParts.length === 0) return null;
  return (
    <Notice
      tone="attention"
      title={`Some parts of this link are invalid and were ignored: ${droppedParts.join(', ')}.`}
    >
      The rest is applied.
    </Notice>
  );
}
