import { type RefObject, useEffect } from 'react';

/** Leads to the first input of a form that something is wrong with, whenever the form was sent and complained. */
export function useFocusComplaint(form: RefObject<HTMLElement | null>, complained: number): void {
  useEffect(() => {
    if (complained > 0) focusComplaint(form.current);
  }, [form, complained]);
}

/** Leads to the first input within that something is wrong with; who works elsewhere by then stays there. */
export function focusComplaint(form: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement !== body && !form?.contains(activeElement)) return;
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
