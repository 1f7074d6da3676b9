import { type RefObject, useEffect } from 'react';

/** Focuses the first invalid input after each failed submit; `complained` counts them. */
export function useFocusComplaint(form: RefObject<HTMLElement | null>, complained: number): void {
  useEffect(() => {
    if (complained > 0) focusComplaint(form.current);
  }, [form, complained]);
}

/** Focuses the first invalid input, unless the focus has left the form. */
export function focusComplaint(form: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement !== body && !form?.contains(activeElement)) return;
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
