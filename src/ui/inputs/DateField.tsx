import { lazy, Suspense } from 'react';
import type { DateInputProps } from '#ui/inputs/dates/DateInput.tsx';

const DateInput = lazy(async () => ({ default: (await import('#ui/inputs/dates/DateInput.tsx')).DateInput }));

/** A date, typed or chosen from a calendar. Its code is loaded when the first one is drawn. */
export function DateField(props: DateInputProps) {
  return (
    <Suspense>
      <DateInput {...props} />
    </Suspense>
  );
}
