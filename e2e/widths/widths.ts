import { expect, type Page } from 'playwright/test';
import type { Service } from '#e2e/kit/fixtures.ts';
import { common, cutControl, narrowField, overlaps, seenOf, textsOver } from './controls.ts';
import { misnamed } from './names.ts';
import {
  brokenWords,
  colourOf,
  cutText,
  hiddenBy,
  isShown,
  marksIn,
  name,
  roomBeside,
  rowOf,
  scrollerOf,
  slides,
  TYPED,
  textsShown,
  WIDE,
} from './words.ts';

/** A state of the console, and the steps to it from the previous state. */
export type State = {
  name: string;
  open: (page: Page, service: Service) => Promise<unknown>;
  /** Checked at all usual widths in every run; other states only at some. */
  main?: boolean;
};

const [NARROWEST, WIDEST, STEP] = [320, 2560, 40];
const HEIGHT = 800;
/** Width at which every state can be opened. */
const OPENED_AT = 1440;
/** The most common widths; `CLOSEST` are those with the least room. */
const USUAL = [320, 390, 768, 1024, 1280, 1440, 2560];
const CLOSEST = [320, 1280];

const EVERY = [
  ...USUAL,
  1366,
  ...Array.from({ length: (WIDEST - NARROWEST) / STEP + 1 }, (_, at) => NARROWEST + at * STEP),
];

/** Widths to check: some in every run, all in long runs. */
export const SWEEPS = [
  { widths: 'the usual widths', every: false, tag: [] },
  { widths: 'every width', every: true, tag: ['@long'] },
];

type Sweep = { states: readonly State[]; every: boolean };

/** Resizes each state and expects no layout fault at any width, and no misleading name. */
export async function expectWhole(page: Page, service: Service, { states, every }: Sweep): Promise<void> {
  const wrong: string[] = [];
  for (const { name: state, open, main } of states) {
    await page.setViewportSize({ width: OPENED_AT, height: HEIGHT });
    await open(page, service);
    if (every || main) {
      const faults = await lasting(() => misnamed(page));
      wrong.push(...faults.map((fault) => `${state}: ${fault}`));
    }
    for (const width of every ? new Set(EVERY) : main ? USUAL : CLOSEST) {
      await page.setViewportSize({ width, height: HEIGHT });
      const faults = await lasting(() => page.evaluate<string[]>(FAULTS));
      wrong.push(...faults.map((fault) => `${state} at ${width} px: ${fault}`));
    }
  }
  expect(wrong).toEqual([]);
}

/** Repeats a check while it fails: some parts are laid out again once their width is known. */
async function lasting(look: () => Promise<string[]>): Promise<string[]> {
  let faults = await look();
  for (let looks = 0; looks < 4 && faults.length > 0; looks++) faults = await look();
  return faults;
}

const CONTROLS = `a[href], button, select, summary, ${TYPED}`;

/** Returns the layout faults after the next frame. */
async function findFaults(): Promise<string[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const texts = textsShown();
  const controls = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(isShown);
  return [
    ...new Set([
      ...slides(),
      ...texts.flatMap(brokenWords),
      ...texts.flatMap((text) => cutText(text, texts, controls)),
      ...controls.flatMap((control) => [...narrowField(control), ...cutControl(control)]),
      ...overlaps(controls),
      ...textsOver(texts),
    ]),
  ];
}

const PARTS = [
  ...[
    isShown,
    textsShown,
    brokenWords,
    name,
    slides,
    scrollerOf,
    hiddenBy,
    cutText,
    roomBeside,
    colourOf,
    marksIn,
    rowOf,
  ],
  ...[common, cutControl, narrowField, overlaps, seenOf, textsOver],
  findFaults,
];

/** Script for the page; returns one sentence per fault. */
const FAULTS = `(() => {
  const [CONTROLS, TYPED, WIDE] = ${JSON.stringify([CONTROLS, TYPED, WIDE])};
  ${PARTS.join('\n')}
  return findFaults();
})()`;
