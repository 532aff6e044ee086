import { createContext } from 'react';

/** Puts the focus on the list around, for when what had it is no longer there; undefined outside of lists. */
export const ListFocus = createContext<(() => void) | undefined>(undefined);
