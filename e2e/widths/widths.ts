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

/** A page, or what is open over it, and how one comes there from the state before. */
export type State = {
  name: string;
  open: (page: Page, service: Service) => Promise<unknown>;
  /** It is looked at in all of the usual widths in every run, as others are in some. */
  main?: boolean;
};

const [NARROWEST, WIDEST, STEP] = [320, 2560, 40];
const HEIGHT = 800;
/** Where everything can be opened that is open at other widths. */
const OPENED_AT = 1440;
/** The widths that devices and windows have most often, and those among them where most gives way. */
const USUAL = [320, 390, 768, 1024, 1280, 1440, 2560];
const CLOSEST = [320, 1280];

/** Every width is somebody's. */
const EVERY = [
  ...USUAL,
  1366,
  ...Array.from({ length: (WIDEST - NARROWEST) / STEP + 1 }, (_, at) => NARROWEST + at * STEP),
];

/** How many widths are looked at: some in every run, and all of them where what takes long runs too. */
export const SWEEPS = [
  { widths: 'the usual widths', every: false, tag: [] },
  { widths: 'every width', every: true, tag: ['@long'] },
];

type Sweep = { states: readonly State[]; every: boolean };

/** Resizes each state in place, and tells what is wrong with it at which width, and with the names in it. */
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

/** What is still wrong once the page has come to rest: some of it is laid out anew when it knows its width. */
async function lasting(look: () => Promise<string[]>): Promise<string[]> {
  let faults = await look();
  for (let looks = 0; looks < 4 && faults.length > 0; looks++) faults = await look();
  return faults;
}

const CONTROLS = `a[href], button, select, summary, ${TYPED}`;

/** Looks at the page as it stands, once what resized it is drawn. */
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

/** Run in a page, it gives what is wrong there, a sentence each. */
const FAULTS = `(() => {
  const [CONTROLS, TYPED, WIDE] = ${JSON.stringify([CONTROLS, TYPED, WIDE])};
  ${PARTS.join('\n')}
  return findFaults();
})()`;
