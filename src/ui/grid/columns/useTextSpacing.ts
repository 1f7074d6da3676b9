import { type RefObject, useState } from 'react';
import { useResized } from '#ui/browser/useResized.ts';
import { CELL_FONT_PX, type TextSpacing, USUAL_SPACING } from './textWidth.ts';

/** How a reader's own rules (larger text, wider spacing) change the grid's; `probe` is a text of the grid that grows with it. */
export function useTextSpacing(probe: RefObject<HTMLElement | null>): TextSpacing {
  const [spacing, setSpacing] = useState(USUAL_SPACING);
  // styles may come at any time
  useResized(probe, (element) => {
    const { fontSize, letterSpacing, wordSpacing } = getComputedStyle(element);
    const next = {
      scale: Number.parseFloat(fontSize) / CELL_FONT_PX || 1,
      letter: Number.parseFloat(letterSpacing) || 0,
      word: Number.parseFloat(wordSpacing) || 0,
    };
    setSpacing((now) =>
      now.scale === next.scale && now.letter === next.letter && now.word === next.word ? now : next,
    );
  });
  return spacing;
}
