import { type RefObject, useEffect } from 'react';

/** Focuses the first invalid input after each failed submit; `complained` counts them. */
export function useFocusInvalidInput(form: RefObject<HTMLElement | null>, failedSubmits: number): void {
  useEffect(() => {
    if (failedSubmits > 0) focusInvalidInput(form.current);
  }, [form, failedSubmits]);
}

/** Focuses the first invalid input, unless the focus has left the form. */
export function focusInvalidInput(form: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement !== body && !form?.contains(activeElement)) return;
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
