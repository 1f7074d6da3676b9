import { type RefObject, useEffect } from 'react';
import { flushSync } from 'react-dom';

/**
 * Renders a change at once, then focuses the element that the first matching selector finds. Selectors name data
 * attributes, so that they do not depend on texts.
 */
export function focusAfter(change: () => void, ...selectors: readonly string[]): void {
  flushSync(change);
  focusFirst(document, selectors);
}

export function focusFirst(root: ParentNode | null, selectors: readonly string[]): void {
  findFirst(root, selectors)?.focus();
}

export function findFirst<Found extends HTMLElement>(
  root: ParentNode | null,
  selectors: readonly string[],
): Found | undefined {
  for (const selector of selectors) {
    const found = root?.querySelector<Found>(selector);
    if (found) return found;
  }
  return undefined;
}

/** Renders the errors of a form first, so that screen readers announce them with the focus. */
export function focusInvalidAfter(change: () => void, form: HTMLElement | null): void {
  flushSync(change);
  focusInvalidInput(form);
}

export function useFocusInvalidInput(form: RefObject<HTMLElement | null>, failedSubmits: number): void {
  useEffect(() => {
    if (failedSubmits > 0) focusInvalidInput(form.current);
  }, [form, failedSubmits]);
}

export function focusInvalidInput(form: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement === body || form?.contains(activeElement)) focusFirst(form, ['[aria-invalid="true"]']);
}
