import {
  describeElement,
  findHorizontalClip,
  type LayoutBox,
  TEXT_FIELD_SELECTOR,
  type VisibleText,
} from './textFaults.ts';

/** Finds inputs that are too narrow or hide their value. This file runs in the page. */

export function findFieldWidthFaults(control: HTMLElement): string[] {
  const found: string[] = [];
  const edged = getComputedStyle(control).borderLeftWidth === '0px' ? control.parentElement : control;
  const { width } = (edged ?? control).getBoundingClientRect();
  // a number of a few digits needs less than a word
  const least = control.inputMode === 'numeric' ? 60 : 96;
  if (control.matches(TEXT_FIELD_SELECTOR) && width < least)
    found.push(`${describeElement(control)} is a field of ${Math.round(width)} px`);
  if (control instanceof HTMLInputElement && control.value && control.scrollWidth > control.clientWidth + 1) {
    found.push(
      `${describeElement(control)} hides ${control.scrollWidth - control.clientWidth} of “${control.value.slice(0, 40)}”`,
    );
  }
  if (control instanceof HTMLSelectElement) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(control);
    const text = document.createElement('canvas').getContext('2d');
    if (!text) throw new Error('Nothing measures text.');
    text.font = font;
    const value = control.selectedOptions[0]?.text ?? '';
    const room = control.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const px = Math.ceil(text.measureText(value).width - room);
    if (px > 1) found.push(`${describeElement(control, '')} hides ${px} of “${value}”`);
  }
  return found;
}

export function findControlClippingFaults(control: HTMLElement): string[] {
  const box = control.getBoundingClientRect();
  const hidden = control.parentElement && findHorizontalClip(control.parentElement, box);
  if (hidden)
    return [`${describeElement(control)} is beyond the edge of ${describeElement(hidden.by, '')} by ${hidden.px}`];
  for (let at = control.parentElement; at && at !== document.body; at = at.parentElement) {
    const { overflowY, position } = getComputedStyle(at);
    const { top, bottom } = at.getBoundingClientRect();
    const px = Math.max(top - box.top, box.bottom - bottom);
    if (overflowY !== 'visible' && px > 1) {
      if (/auto|scroll/.test(overflowY)) return [];
      return [
        `${describeElement(control)} is beyond the lower edge of ${describeElement(at, '')} by ${Math.round(px)}`,
      ];
    }
    if (position === 'fixed') break;
  }
  const px = Math.max(-box.top, box.bottom - Math.max(innerHeight, document.documentElement.scrollHeight));
  return px > 1 ? [`${describeElement(control)} is above or below the window by ${Math.round(px)}`] : [];
}

export function computeVisibleBox(element: Element): LayoutBox {
  let { left, right, top, bottom } = element.getBoundingClientRect();
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    const { overflowX, overflowY, position } = getComputedStyle(at);
    const edge = at.getBoundingClientRect();
    if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
    if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    if (position === 'fixed') break;
  }
  return { left, right, top, bottom };
}

export function describeOverlappingControls(controls: readonly HTMLElement[]): string[] {
  const LAYER = '[role=dialog], [role=menu], [role=listbox]';
  const boxes = controls.map((control) => ({
    control,
    box: computeVisibleBox(control),
    layer: control.closest(LAYER),
  }));
  const found: string[] = [];
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      const { left, right, top, bottom } = intersectBoxes(one.box, other.box);
      const [across, down] = [right - left, bottom - top];
      if (across <= 2 || down <= 2 || one.layer !== other.layer) continue;
      if (one.control.contains(other.control) || other.control.contains(one.control)) continue;
      found.push(
        `${describeElement(one.control)} and ${describeElement(other.control)} overlap by ${Math.round(across)} × ${Math.round(down)}`,
      );
    }
  }
  return found;
}

export function describeOverlappingTexts(texts: readonly VisibleText[]): string[] {
  const LAYER = '[role=dialog], [role=menu], [role=listbox], [role=tooltip], [role=grid], table, svg';
  const lines = texts.flatMap(({ parent, lines }) => {
    const layer = parent.closest(LAYER);
    if (layer?.matches('[role=grid], table')) return [];
    const seen = computeVisibleBox(parent);
    return lines.map((line) => ({ parent, layer, box: intersectBoxes(line, seen) }));
  });
  const found: string[] = [];
  for (const [at, one] of lines.entries()) {
    for (const other of lines.slice(at + 1)) {
      const { left, right, top, bottom } = intersectBoxes(one.box, other.box);
      if (right - left <= 2 || bottom - top <= 4 || one.layer !== other.layer) continue;
      if (one.parent.contains(other.parent) || other.parent.contains(one.parent)) continue;
      found.push(`${describeElement(one.parent)} lies over ${describeElement(other.parent)}`);
    }
  }
  return found;
}

export function intersectBoxes(one: LayoutBox, other: LayoutBox): LayoutBox {
  return {
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  };
}
