import type { EmbedTheme } from '@inlay/client/embed';
import { accountDefaults } from './account-defaults.ts';

/** How a host wants the embedded pages to look. */
export type Look = EmbedTheme;

const colour = /^#[\da-f]{6}$/i;
const font = /^[\p{L}\d ,'"_-]{1,200}$/u;

/** What can be used of something that comes from a host; the rest is left out. */
export function readLook(given: unknown): Look {
  if (typeof given !== 'object' || given === null) return {};
  const from = given as Readonly<Record<string, unknown>>;
  const matching = (name: keyof Look, pattern: RegExp) => {
    const value = from[name];
    return typeof value === 'string' && pattern.test(value) ? { [name]: value } : {};
  };
  const { radius, palette } = from;
  const isPalette =
    Array.isArray(palette) &&
    palette.length > 0 &&
    palette.length <= 24 &&
    palette.every((each) => typeof each === 'string' && colour.test(each));
  return {
    ...matching('scheme', /^(light|dark)$/),
    ...matching('primaryColor', colour),
    ...matching('backgroundColor', colour),
    ...matching('textColor', colour),
    ...matching('fontFamily', font),
    ...(typeof radius === 'number' && radius >= 0 && radius <= 32 ? { radius } : {}),
    ...(isPalette ? { palette: palette as string[] } : {}),
    ...matching('density', /^(comfortable|compact)$/),
  };
}

/** The look of this page, which its host may change at any time. */
export interface LookStore {
  /** The same object until it changes, as React's `useSyncExternalStore` requires. */
  readonly get: () => Look;
  /** @returns ends the subscription */
  readonly subscribe: (onChange: () => void) => () => void;
  readonly set: (look: Look) => void;
}

/**
 * @param search of the page's address: `theme=dark`, and the rest in `look` as JSON
 * @param own what the account sets, of which a host changes what it names
 */
export function createLookStore(search: string, own: unknown = {}): LookStore {
  const listeners = new Set<() => void>();
  const ofAccount = readLook(own);
  let look: Look = { ...ofAccount, ...lookIn(search) };
  return {
    get: () => look,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    set(next) {
      look = { ...ofAccount, ...next };
      for (const listener of listeners) listener();
    },
  };
}

export const pageLook = createLookStore(
  typeof window === 'undefined' ? '' : window.location.search,
  accountDefaults.theme,
);

function lookIn(search: string): Look {
  const parameters = new URLSearchParams(search);
  let given: unknown;
  try {
    given = JSON.parse(parameters.get('look') ?? '{}');
  } catch {
    given = {};
  }
  return { ...readLook(given), ...readLook({ scheme: parameters.get('theme') }) };
}
