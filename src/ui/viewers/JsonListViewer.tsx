import { useMemo, useRef } from 'react';
import { escapeInvisibleInJson } from '#lib/invisible.ts';
import { IndentedJsonLines } from '#lib/json/indentedJsonLines.ts';
import { writeTextInSlices } from '#lib/writeTextInSlices.ts';
import { CopyButton } from '#ui/controls/CopyButton.tsx';
import { useGridScroll } from '#ui/grid/useGridScroll.ts';
import { ScrollRegion } from './ScrollRegion.tsx';
import classes from './TextView.module.css';

const LINE_PX = 20;
const LINE_LAYOUT = { rowHeight: LINE_PX, headerHeight: 0 };
const OVERSCAN = 20;

/** Virtualized JSON view of a long list. Copying includes all items. */
export function JsonListViewer({ values, label }: { values: readonly unknown[]; label: string }) {
  const lines = useMemo(() => new IndentedJsonLines(values), [values]);
  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useGridScroll(scroller, lines.lineCount * LINE_PX, LINE_LAYOUT, undefined);
  const first = Math.max(0, Math.floor(scroll.top / LINE_PX) - OVERSCAN);
  const end = Math.min(lines.lineCount, Math.ceil((scroll.top + scroll.viewport) / LINE_PX) + OVERSCAN);
  const text = useMemo(() => escapeInvisibleInJson(lines.slice(first, end).join('\n')), [lines, first, end]);
  return (
    <div className={classes['list']}>
      <div className={classes['copy']}>
        <CopyButton text={() => serializeLines(lines)} label={`Copy ${label}`} />
      </div>
      <ScrollRegion
        ref={scroller}
        className={classes['lines']}
        aria-label={label}
        onScroll={scroll.onScroll}
        translate="no"
      >
        <div style={{ height: scroll.height }}>
          <pre style={{ transform: `translateY(${first * LINE_PX + scroll.shift}px)` }}>{text}</pre>
        </div>
      </ScrollRegion>
    </div>
  );
}

/** Serializes the lines in time slices, because long lists would block the page. */
async function serializeLines(lines: IndentedJsonLines): Promise<string> {
  const pieces: string[] = [];
  const target = { write: async (piece: string) => void pieces.push(piece) };
  await writeTextInSlices(lines.iterateChunks(), target, new AbortController().signal, () => undefined);
  return pieces.join('');
}
