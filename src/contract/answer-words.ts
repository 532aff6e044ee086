import type { TimeUnit } from './time-units.ts';

/** The languages that questions are read and answered in. */
export type Language = 'en' | 'de';

/** What answers and the charts beside them say in the same words. */
export interface AnswerWords {
  /** A group that has no value. */
  readonly unknown: (title: string) => string;
  readonly timeUnits: Readonly<Record<TimeUnit, readonly [one: string, several: string]>>;
}

export const answerWords: Readonly<Record<Language, AnswerWords>> = {
  en: {
    unknown: (title) => `unknown ${title.toLowerCase()}`,
    timeUnits: {
      second: ['second', 'seconds'],
      minute: ['minute', 'minutes'],
      hour: ['hour', 'hours'],
      day: ['day', 'days'],
      week: ['week', 'weeks'],
      month: ['month', 'months'],
      year: ['year', 'years'],
    },
  },
  de: {
    unknown: (title) => `${title} unbekannt`,
    timeUnits: {
      second: ['Sekunde', 'Sekunden'],
      minute: ['Minute', 'Minuten'],
      hour: ['Stunde', 'Stunden'],
      day: ['Tag', 'Tage'],
      week: ['Woche', 'Wochen'],
      month: ['Monat', 'Monate'],
      year: ['Jahr', 'Jahre'],
    },
  },
};

/** Words that one of the languages has and the other has not. */
const smallWords: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(
    'the a of by for with without and or per from to at on is are how many much what which who where when show give list me our we do does did has have each all share'.split(
      ' ',
    ),
  ),
  de: new Set(
    'der die das den dem ein eine einen einem einer eines und oder nach pro je von vom mit ohne im zum zur aus bei seit bis ist sind wie viel viele welche welcher welches welchen wer wo wann zeig zeige gib liste mir wir ich sie haben wurde wurden nicht kein keine alle jede jeder jedes anteil anzahl insgesamt'.split(
      ' ',
    ),
  ),
};

/** The language of a text by its small words; undefined where they tell none, as in "Top 5". */
export function languageBySmallWords(text: string): Language | undefined {
  const said = text.match(/\p{L}+/gu) ?? [];
  const balance = said.reduce((sum, typed) => {
    const word = typed.toLowerCase();
    // Zürich and Köln are named in any language.
    if (smallWords.de.has(word) || /^\p{Ll}*[äöüß]/u.test(typed)) return sum + 1;
    return smallWords.en.has(word) ? sum - 1 : sum;
  }, 0);
  return balance === 0 ? undefined : balance > 0 ? 'de' : 'en';
}
