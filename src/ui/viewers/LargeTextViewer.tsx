import { useCallback, useMemo, useState } from 'react';
import { CopyButton } from '#ui/controls/CopyButton.tsx';
import { PlainText } from '#ui/values/PlainText.tsx';
import { ScrollRegion } from './ScrollRegion.tsx';
import classes from './TextView.module.css';

const BLOCK_LENGTH = 4000;
const ROOT_MARGIN = '800px 0px';

type Props = {
  text: string;
  label: string;
  transform?: (piece: string) => string;
  fill?: boolean | undefined;
};

/** Text of any size, rendered on scroll. Copying includes the whole text. */
export function LargeTextViewer({ text, label, transform, fill }: Props) {
  const blocks = useMemo(() => splitIntoBlocks(text), [text]);
  const { near, scroller } = useRenderedBlocks(blocks);
  return (
    <div className={classes['view']} data-fill={fill || undefined}>
      <div className={classes['copy']}>
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
      <ScrollRegion ref={scroller} className={classes['text']} aria-label={label} translate="no">
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change their order
          <div key={index} className={classes['block']} data-block={index}>
            {near > index && (transform ? transform(block) : <PlainText text={block} part />)}
          </div>
        ))}
      </ScrollRegion>
    </div>
  );
}

function splitIntoBlocks(text: string): string[] {
  const blocks: string[] = [];
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + BLOCK_LENGTH, text.length);
    const line = to < text.length ? text.lastIndexOf('\n', to) : -1;
    if (line > from + BLOCK_LENGTH / 2) to = line + 1;
    else if (isHighSurrogate(text.charCodeAt(to - 1)) && to < text.length) to++;
    blocks.push(text.slice(from, to));
    from = to;
  }
  return blocks;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

/** Returns the number of blocks that have been near the viewport, and a ref for the scroll container. */
function useRenderedBlocks(blocks: readonly string[]) {
  const [near, setNear] = useState(2);
  // visibility is DOM state
  const scroller = useCallback(
    (root: HTMLElement | null) => {
      if (!root || blocks.length === 0) return;
      const observer = new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) {
            const index = Number((target as HTMLElement).dataset['block']); // only blocks are observed
            if (isIntersecting) setNear((before) => Math.max(before, index + 2));
          }
        },
        { root, rootMargin: ROOT_MARGIN },
      );
      for (const block of root.children) observer.observe(block);
      return () => observer.disconnect();
    },
    [blocks],
  );
  return { near, scroller };
}
