import { createContext } from 'react';

/** What a control takes over from the field of a form that it stands in. */
type FieldControl = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

export const FieldControl = createContext<FieldControl | undefined>(undefined);
