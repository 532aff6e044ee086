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

/**
 * The language of a text by its small words and umlauts; undefined where they tell none, as in "Top 5". A name with an umlaut
 * tells none by itself: Zürich is called so in both.
 */
export function languageBySmallWords(text: string): Language | undefined {
  const balance = (text.match(/\p{L}+/gu) ?? []).reduce((sum, typed) => {
    const word = typed.toLowerCase();
    if (smallWords.de.has(word)) return sum + 1;
    if (smallWords.en.has(word)) return sum - 1;
    return /[äöüß]/.test(word) ? sum + (word === typed ? 1 : 0.5) : sum;
  }, 0);
  return balance >= 1 ? 'de' : balance <= -1 ? 'en' : undefined;
}
