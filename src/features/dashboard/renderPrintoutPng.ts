import { convertSvgToPng, serializeSvg } from '#ui/charts/convertSvgToPng.ts';

/** Draws an element and all that it scrolls as it prints, as a PNG image in light colours. */
export async function renderPrintoutPng(element: HTMLElement): Promise<Blob> {
  const css = await Promise.all([...document.styleSheets].map(readStyleSheet));
  const [{ clientWidth: width }, height] = [element, HEADING_PX + (element.lastElementChild?.clientHeight ?? 0)];
  const svg = createSvgElement('svg', width, height);
  // the colours are chosen by an attribute of the root
  svg.setAttribute('data-mantine-color-scheme', 'light');
  const style = document.createElementNS(SVG_NAMESPACE, 'style');
  style.textContent = css.join('\n').replaceAll('@media print', '@media all');
  const content = createSvgElement('foreignObject', width, height);
  const body = document.createElement('body');
  body.append(element.cloneNode(true));
  content.append(body);
  svg.append(style, content);
  return convertSvgToPng(serializeSvg(svg));
}

/** Height of the heading, which is not on screen. */
const HEADING_PX = 52;

/** Reads the text as it was written, because the text of parsed rules lacks shorthands with variables. */
async function readStyleSheet({ href, ownerNode }: CSSStyleSheet): Promise<string> {
  return href === null ? (ownerNode?.textContent ?? '') : (await fetch(href)).text();
}

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

function createSvgElement(name: string, width: number, height: number): Element {
  const element = document.createElementNS(SVG_NAMESPACE, name);
  element.setAttribute('width', String(width));
  element.setAttribute('height', String(height));
  return element;
}
