import { useCallback, useMemo, useState } from 'react';
import { CopyButton } from '#ui/controls/CopyButton.tsx';
import { PlainText } from '#ui/values/PlainText.tsx';
import { ScrollRegion } from './ScrollRegion.tsx';
import classes from './TextView.module.css';

/** Characters that are drawn together. */
const BLOCK = 4000;
/** What is this near to the view is drawn already. */
const NEAR = '800px 0px';

type Props = {
  text: string;
  label: string;
  /** How a piece is written, where that is not as it stands. */
  write?: (piece: string) => string;
  /** It has a pane to itself. */
  fill?: boolean | undefined;
};

/** A text of any size: what is not yet near the view is not in the page, and copying gives the whole. */
export function ValueViewer({ text, label, write, fill }: Props) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  const { near, scroller } = useNear(blocks);
  return (
    <div className={classes['view']} data-fill={fill || undefined}>
      <div className={classes['copy']}>
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
      <ScrollRegion ref={scroller} className={classes['text']} aria-label={label}>
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text stay where they are
          <div key={index} className={classes['block']} data-block={index}>
            {near > index && (write ? write(block) : <PlainText text={block} part />)}
          </div>
        ))}
      </ScrollRegion>
    </div>
  );
}

/** Pieces of a size, cut at the end of a line where one is near. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + BLOCK, text.length);
    const line = to < text.length ? text.lastIndexOf('\n', to) : -1;
    if (line > from + BLOCK / 2) to = line + 1;
    else if (isHigh(text.charCodeAt(to - 1)) && to < text.length) to++;
    blocks.push(text.slice(from, to));
    from = to;
  }
  return blocks;
}

/** The first half of a character that takes two. */
function isHigh(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

/** How many blocks from the first have come near the view so far, and the `ref` of what they scroll in. */
function useNear(blocks: readonly string[]) {
  const [near, setNear] = useState(2);
  // only the document knows what is in view
  const scroller = useCallback(
    (root: HTMLElement | null) => {
      if (!root || blocks.length === 0) return;
      const observer = new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) {
            const index = Number((target as HTMLElement).dataset['block']); // the blocks alone are observed
            if (isIntersecting) setNear((before) => Math.max(before, index + 2));
          }
        },
        { root, rootMargin: NEAR },
      );
      for (const block of root.children) observer.observe(block);
      return () => observer.disconnect();
    },
    [blocks],
  );
  return { near, scroller };
}
