import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import type { Look } from './look.ts';

/** The theme of all pages. Uses system fonts, so that none is loaded. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 7,
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** Distances of a compact page. */
const compact = { xs: '6px', sm: '8px', md: '11px', lg: '14px', xl: '22px' };

/** The theme in a host's look. */
export function themeOf({ primaryColor, fontFamily, radius, density }: Look): MantineThemeOverride {
  return createTheme({
    ...theme,
    ...(primaryColor === undefined
      ? {}
      : { colors: { host: shadesOf(primaryColor) }, primaryColor: 'host', primaryShade: 6 }),
    ...(fontFamily === undefined
      ? {}
      : { fontFamily: withFallback(fontFamily), headings: { fontFamily: withFallback(fontFamily) } }),
    ...(radius === undefined ? {} : { defaultRadius: `${radius}px` }),
    ...(density === 'compact' ? { spacing: compact } : {}),
  });
}

/** The variables that a look sets beside its theme, in every colour scheme. */
export function variablesOf({ backgroundColor, textColor }: Look): CSSVariablesResolver {
  const own = {
    ...(backgroundColor === undefined ? {} : { '--mantine-color-body': backgroundColor }),
    ...(textColor === undefined
      ? {}
      : { '--mantine-color-text': textColor, '--mantine-color-dimmed': textColor }),
  };
  return () => ({ variables: {}, light: own, dark: own });
}

/** If none of its fonts is there, one of the system's is. */
export function withFallback(fontFamily: string): string {
  return `${fontFamily}, system-ui, sans-serif`;
}

/** Six lighter shades of a colour, itself, and three darker ones. @param colour `#rrggbb` */
export function shadesOf(colour: string): MantineColorsTuple {
  const mix = (other: number, share: number) =>
    `#${[1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
      .map((part) => Math.round(part + (other - part) * share))
      .map((part) => part.toString(16).padStart(2, '0'))
      .join('')}`;
  return [
    mix(255, 0.92),
    mix(255, 0.84),
    mix(255, 0.68),
    mix(255, 0.5),
    mix(255, 0.34),
    mix(255, 0.16),
    mix(255, 0),
    mix(0, 0.14),
    mix(0, 0.28),
    mix(0, 0.42),
  ];
}
