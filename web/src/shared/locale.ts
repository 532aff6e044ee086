import { accountDefaults } from './account-defaults.ts';

/** BCP 47, as the address of a page names it: `?locale=de`, or as the account sets it; undefined for the browser's own. */
export const pageLocale =
  localeIn(typeof window === 'undefined' ? '' : window.location.search) ??
  localeIn(typeof accountDefaults.locale === 'string' ? `?locale=${accountDefaults.locale}` : '');

/** @returns undefined without a locale that the browser knows how to read */
export function localeIn(search: string): string | undefined {
  const named = new URLSearchParams(search).get('locale') ?? '';
  try {
    return Intl.getCanonicalLocales(named === '' ? [] : named)[0];
  } catch {
    return undefined;
  }
}
