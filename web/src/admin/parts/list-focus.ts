import { createContext } from 'react';

/** Moves the focus to the surrounding list when the focused element is removed; undefined outside of lists. */
export const ListFocus = createContext<(() => void) | undefined>(undefined);
