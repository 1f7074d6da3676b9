import classes from './TypingBufferInput.module.css';

type Props = { label: string; onType: (text: string) => void; onEscape?: () => void };

/** Invisible input that takes the focus and the typed text while the code of a search input loads. */
export function TypingBufferInput({ label, onType, onEscape }: Props) {
  return (
    <input
      ref={takeFocus}
      className={classes['unseen']}
      aria-label={label}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Escape' && onEscape?.()}
    />
  );
}

function takeFocus(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true });
}
