import { lazy, Suspense } from 'react';
import type { DateInputProps } from '#ui/inputs/dates/DateInput.tsx';

const DateInput = lazy(async () => ({ default: (await import('#ui/inputs/dates/DateInput.tsx')).DateInput }));

export function DateField(props: DateInputProps) {
  return (
    <Suspense>
      <DateInput {...props} />
    </Suspense>
  );
}
