import { type RefObject, useEffect } from 'react';

export function useFocusInvalidInput(form: RefObject<HTMLElement | null>, failedSubmits: number): void {
  useEffect(() => {
    if (failedSubmits > 0) focusInvalidInput(form.current);
  }, [form, failedSubmits]);
}

export function focusInvalidInput(form: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement !== body && !form?.contains(activeElement)) return;
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
