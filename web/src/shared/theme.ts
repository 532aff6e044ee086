import { createTheme } from '@mantine/core';

/** The theme of all pages. Uses system fonts, so that none is loaded. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 7,
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** The colour scheme that the address of a page asks for with `theme`; undefined without one. */
export function colorSchemeOf(search: string): 'light' | 'dark' | undefined {
  const scheme = new URLSearchParams(search).get('theme');
  return scheme === 'light' || scheme === 'dark' ? scheme : undefined;
}
