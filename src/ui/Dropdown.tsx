import { IconChevronDown } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { Button } from './Button.tsx';
import classes from './Dropdown.module.css';

type Props = {
  label: string;
  /** Said beside the label, such as how many are chosen. */
  note?: string | undefined;
  opened: boolean;
  onToggle: (opened: boolean) => void;
  children: ReactNode;
};

/** A button that opens a panel below it. Escape, a click or focus elsewhere close it. */
export function Dropdown({ label, note, opened, onToggle, children }: Props) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // without a related target the window lost the focus, or a part of the panel that takes none was clicked
    if (relatedTarget && !root.current?.contains(relatedTarget)) onToggle(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !opened) return;
    event.stopPropagation();
    onToggle(false);
    root.current?.querySelector('button')?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its button and panel let through
    <div ref={root} className={classes['dropdown']} onBlur={onBlur} onKeyDown={onKeyDown}>
      <Button
        variant="default"
        size="xs"
        aria-expanded={opened}
        aria-controls={id}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        onClick={() => onToggle(!opened)}
      >
        {label}
        {note && <span className={classes['note']}>{note}</span>}
      </Button>
      {opened && <div className={classes['shade']} aria-hidden onPointerDown={() => onToggle(false)} />}
      <section id={id} className={classes['panel']} aria-label={label} hidden={!opened}>
        {opened && children}
      </section>
    </div>
  );
}
