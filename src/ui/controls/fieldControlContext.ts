import { createContext } from 'react';

type FieldControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

export const FieldControlContext = createContext<FieldControlProps | undefined>(undefined);
