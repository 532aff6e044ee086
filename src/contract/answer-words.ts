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
