import { type RefObject, useEffect } from 'react';

/** Leads to the first input of a form that something is wrong with, whenever the form was sent and complained. */
export function useFocusComplaint(form: RefObject<HTMLFormElement | null>, complained: number): void {
  useEffect(() => {
    if (complained > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, complained]);
}
