import { pageLocale } from '../locale.ts';
import { en, type Words } from './en.ts';

/** The languages besides English, each a file of its own that only its readers load. */
const languages: Readonly<Record<string, () => Promise<Words>>> = {
  de: async () => (await import('./de.ts')).de,
};

let current = en;

/** The words of the page's language, known once {@link loadWords} has resolved. */
export function words(): Words {
  return current;
}

/**
 * Loads the words of a language and marks the document with it. Stays with English for a language without words, or if they
 * cannot be loaded.
 * @param locale BCP 47; @default that of the page
 */
export async function loadWords(locale = pageLocale ?? navigator.language): Promise<void> {
  const language = locale.split('-')[0]?.toLowerCase() ?? '';
  const load = languages[language];
  if (load === undefined) return;
  try {
    current = await load();
    document.documentElement.lang = language;
  } catch {
    // English is better than no page.
  }
}
