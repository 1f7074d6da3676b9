import { escapeInvisible } from '#lib/invisible.ts';
import { stringify } from '#lib/json.ts';
import { CopyButton } from './CopyButton.tsx';
import classes from './JsonView.module.css';

/** A JSON value as indented text that can be selected, scrolled by keyboard and copied whole. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  const text = escapeInvisible(stringify(value, 2));
  return (
    <div className={classes['view']}>
      <div className={classes['copy']}>
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={classes['text']} tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
    </div>
  );
}
