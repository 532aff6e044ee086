import type { Language } from '../../contract/answer-words.ts';
import { english, type Speech } from './english.ts';
import { german } from './german.ts';

const speeches: Readonly<Record<Language, (locale?: string) => Speech>> = { en: english, de: german };

/** @param locale BCP 47, for numbers and dates; one of another language is left aside */
export function speechOf(language: Language, locale?: string): Speech {
  const isOwn = locale?.split('-')[0]?.toLowerCase() === language;
  return speeches[language](isOwn ? locale : undefined);
}
