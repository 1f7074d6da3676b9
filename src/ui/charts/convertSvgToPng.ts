import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

const PIXEL_RATIO = 2;

export function renderSvgToString(element: ReactElement): string {
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() => root.render(element));
  const [svg] = place.children;
  if (!svg) throw new Error('there is nothing to draw');
  svg.removeAttribute('aria-hidden');
  svg.setAttribute('font-family', 'system-ui, sans-serif');
  const text = serializeSvg(svg);
  root.unmount();
  const theme = getComputedStyle(document.documentElement);
  return text.replaceAll(/="var\((--[\w-]+)\)"/g, (_, color) => `="${theme.getPropertyValue(color).trim()}"`);
}

/** Serializes an image. XML forbids most control characters, which data may contain. */
export function serializeSvg(svg: Element): string {
  return new XMLSerializer().serializeToString(svg).replaceAll(/[^\P{Cc}\t\n\r]|[\p{Cs}\ufffe\uffff]/gu, '\ufffd');
}

export async function convertSvgToPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width * PIXEL_RATIO, image.height * PIXEL_RATIO);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot create images');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/png' });
}
