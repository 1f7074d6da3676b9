import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from '#features/datastore/DatastorePage.module.css';
import type { Draft } from '#pipeline/draft/draft.ts';
import { kindOf, sentence } from '#pipeline/draft/stages/kinds.ts';
import { useFocusComplaint } from '#ui/browser/useFocusComplaint.ts';
import { useMedia, usePhone } from '#ui/browser/useMedia.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Drawer } from '#ui/overlays/dialogs.ts';

type Props = {
  draft: Draft;
  runBar: ReactNode;
  /** Why nothing can be run now; on a phone it stands where the sentence did. */
  waitsFor: string | undefined;
  /** How often a run was refused because something is missing, which is to be seen then. */
  complained: number;
  /** When the service rejected a part of it, ms since 1970; 0 when it did not. */
  rejectedAt: number;
  /** How often somebody asked to be led to the stage that was rejected. */
  led: number;
  children: ReactNode;
};

/** The query beside its results; on a narrow screen its sentence above them, and the whole of it in a drawer. */
export function QueryPane({ draft, runBar, waitsFor, complained, rejectedAt, led, children }: Props) {
  const narrow = useMedia(NARROW);
  const phone = usePhone();
  const [opened, setOpened] = useState(false);
  const root = useRef<HTMLElement>(null);
  useFocusComplaint(root, complained);
  useFocusComplaint(root, rejectedAt);
  useEffect(() => {
    if (complained > 0) setOpened(true);
  }, [complained]);
  // the focus is the document's
  useEffect(() => {
    if (led === 0) return;
    setOpened(true);
    failedField(root.current)?.focus();
  }, [led]);
  if (!narrow) {
    return (
      <section ref={root} className={classes['left']} aria-label="Query">
        {children}
        {runBar}
      </section>
    );
  }
  return (
    <section className={classes['line']} aria-label="Query" data-folded>
      <p className={classes['sentence']}>{(phone && waitsFor) || querySentence(draft)}</p>
      <Button onClick={() => setOpened(true)} aria-haspopup="dialog">
        Edit
      </Button>
      {!opened && runBar}
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        title="Query"
        place={{ side: 'left', width: 440 }}
        frame={{ footer: runBar }}
      >
        <div ref={markFailed} className={classes['drawer']}>
          {children}
        </div>
      </Drawer>
    </section>
  );
}

/** Where the stage that something is wrong with is edited. */
function failedField(root: HTMLElement | null): HTMLElement | null | undefined {
  const within = (selector: string) => root?.querySelector<HTMLElement>(selector);
  return (
    within('[data-invalid] [data-focus]') ??
    within('[data-invalid] [data-fold]') ??
    within('[aria-label="Pipeline as JSON"]')
  );
}

/** A drawer gives the focus to what is marked so when it opens. */
function markFailed(content: HTMLElement | null): void {
  if (content?.querySelector('[data-invalid]')) failedField(content)?.setAttribute('data-autofocus', '');
}

/** As in DatastorePage.module.css. */
const NARROW = '(max-width: 1100px)';

/** The whole query in words: "logs: keep where temperature > 25; Sort by time descending". */
function querySentence({ collection, documentID, stages }: Draft): string {
  const sent = stages.filter(({ enabled }) => enabled);
  const words = sent.map((stage) =>
    stage.kind === 'match' ? sentence(stage) : `${kindOf(stage).name} ${sentence(stage)}`,
  );
  const subject = [collection.trim() || 'no collection yet', documentID.trim()].filter(Boolean).join(' · ');
  return words.length > 0 ? `${subject}: ${words.join('; ')}` : subject;
}
