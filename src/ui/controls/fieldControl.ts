import { createContext } from 'react';

type FieldControl = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

export const FieldControl = createContext<FieldControl | undefined>(undefined);
