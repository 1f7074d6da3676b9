import { expect, type Page } from 'playwright/test';
import type { Service } from '#e2e/helpers/fixtures.ts';
import { findMisnamedControls } from './findMisnamedControls.ts';
import {
  computeVisibleBox,
  describeOverlappingControls,
  describeOverlappingTexts,
  findControlClippingFaults,
  findFieldWidthFaults,
  intersectBoxes,
} from './inPage/controlFaults.ts';
import {
  describeElement,
  findBrokenWords,
  findHorizontalClip,
  findHorizontalScrollContainer,
  findIcons,
  findRowContainer,
  findTruncationFaults,
  findUnwantedScrolling,
  findVisibleTexts,
  isElementVisible,
  measureFreeWidth,
  resolveColorToken,
  SCROLLABLE_SELECTOR,
  TEXT_FIELD_SELECTOR,
} from './inPage/textFaults.ts';

/** Functions that open a state, each from the previous one, by name. */
export type LayoutCases = Record<string, (page: Page, service: Service) => Promise<unknown>>;

const [NARROWEST, WIDEST, STEP] = [320, 2560, 40];
const HEIGHT = 800;
const OPENING_WIDTH = 1440;
/** Window widths to check, in px: common ones, and steps in between. */
const WIDTHS = new Set([
  ...[320, 390, 768, 1024, 1280, 1366, 1440, 2560],
  ...Array.from({ length: (WIDEST - NARROWEST) / STEP + 1 }, (_, at) => NARROWEST + at * STEP),
]);

export async function expectValidLayout(page: Page, service: Service, states: LayoutCases): Promise<void> {
  const wrong: string[] = [];
  for (const [state, open] of Object.entries(states)) {
    await page.setViewportSize({ width: OPENING_WIDTH, height: HEIGHT });
    await open(page, service);
    const misnamed = await findLastingFaults(() => findMisnamedControls(page));
    wrong.push(...misnamed.map((fault) => `${state}: ${fault}`));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      const faults = await findLastingFaults(() => page.evaluate<string[]>(FIND_FAULTS_SCRIPT));
      wrong.push(...faults.map((fault) => `${state} at ${width} px: ${fault}`));
    }
  }
  expect(wrong).toEqual([]);
}

async function findLastingFaults(look: () => Promise<string[]>): Promise<string[]> {
  let faults = await look();
  for (let looks = 0; looks < 4 && faults.length > 0; looks++) faults = await look();
  return faults;
}

const CONTROL_SELECTOR = `a[href], button, select, summary, ${TEXT_FIELD_SELECTOR}`;

async function findFaults(): Promise<string[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const texts = findVisibleTexts();
  const controls = [...document.querySelectorAll<HTMLElement>(CONTROL_SELECTOR)].filter(isElementVisible);
  return [
    ...new Set([
      ...findUnwantedScrolling(),
      ...texts.flatMap(findBrokenWords),
      ...texts.flatMap((text) => findTruncationFaults(text, texts, controls)),
      ...controls.flatMap((control) => [...findFieldWidthFaults(control), ...findControlClippingFaults(control)]),
      ...describeOverlappingControls(controls),
      ...describeOverlappingTexts(texts),
    ]),
  ];
}

const PAGE_FUNCTIONS = [
  ...[
    isElementVisible,
    findVisibleTexts,
    findBrokenWords,
    describeElement,
    findUnwantedScrolling,
    findHorizontalScrollContainer,
    findHorizontalClip,
    findTruncationFaults,
    measureFreeWidth,
    resolveColorToken,
    findIcons,
    findRowContainer,
  ],
  ...[
    intersectBoxes,
    findControlClippingFaults,
    findFieldWidthFaults,
    describeOverlappingControls,
    computeVisibleBox,
    describeOverlappingTexts,
  ],
  findFaults,
];

const FIND_FAULTS_SCRIPT = `(() => {
  const [CONTROL_SELECTOR, TEXT_FIELD_SELECTOR, SCROLLABLE_SELECTOR] = ${JSON.stringify([CONTROL_SELECTOR, TEXT_FIELD_SELECTOR, SCROLLABLE_SELECTOR])};
  ${PAGE_FUNCTIONS.join('\n')}
  return findFaults();
})()`;
