import { type RefObject, useEffect } from 'react';

/**
 * Leads to the first input of a form that something is wrong with, whenever the form was sent and complained; who works
 * elsewhere by then stays there.
 */
export function useFocusComplaint(form: RefObject<HTMLElement | null>, complained: number): void {
  useEffect(() => {
    const { activeElement, body } = document;
    if (complained === 0 || (activeElement !== body && !form.current?.contains(activeElement))) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, complained]);
}
