import { IconArrowRight, IconUpload } from '@tabler/icons-react';
import type { Pasted } from '#pipeline/text/paste.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Tag } from '#ui/values/Tag.tsx';
import classes from './PastePreview.module.css';

type Props = { pasted: Pasted; onTake: () => void; onLeave: () => void };

/** What was pasted, what each part of it would become, and the choice. */
export function PastePreview({ pasted, onTake, onLeave }: Props) {
  const { title, notes, stages, converted } = pasted;
  const count = `${converted} ${converted === 1 ? 'stage' : 'stages'}`;
  return (
    <section className={classes['preview']} aria-label="What was pasted">
      <p className={classes['title']} role="status">
        <IconUpload size={16} stroke={1.5} aria-hidden />
        <b>{title}</b>
        <span>{converted === stages.length ? count : `${converted} of ${stages.length} stages can be converted`}</span>
      </p>
      <ul className={classes['notes']}>
        {notes.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same note may come twice, and none ever moves
          <li key={index}>
            <code>{note.from}</code>
            <IconArrowRight size={14} stroke={1.5} aria-label="becomes" />
            <span>
              {note.to} {note.extension && <Tag>extension</Tag>}
            </span>
          </li>
        ))}
      </ul>
      <div className={classes['choice']}>
        <Button onClick={onTake}>Convert {count}</Button>
        <Button look="plain" onClick={onLeave}>
          Leave it
        </Button>
        <span>Ctrl Z takes it back</span>
      </div>
    </section>
  );
}
