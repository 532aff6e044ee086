import { answerWords } from '../../contract/answer-words.ts';
import { type Unit, unitName } from '../../contract/units.ts';
import { listed } from './formats.ts';

/** What is said of the data model itself. */
interface ModelSpeech {
  readonly percent: string;
  /** After "in". */
  unit(unit: Unit): string;
  countedIn(unit: string): string;
  /** @param relation that the member is of; undefined for a relation itself */
  undescribed(title: string, relation: string | undefined): string;
  /** @param near titles that share words with it */
  undefined(name: string, near: readonly string[]): string;
  extent(from: string, to: string, title: string): string;
  contains(relations: string): string;
  figures(titles: string): string;
  groups(titles: string): string;
}

export const englishModel: ModelSpeech = {
  percent: 'percent',
  unit: (unit) => unitName(unit, answerWords.en),
  countedIn: (unit) => `It is given in ${unit}.`,
  undescribed: (title, relation) =>
    relation === undefined
      ? `The data model does not describe ${title}.`
      : `${title} is part of ${relation}; the data model does not describe it further.`,
  undefined: (name, near) =>
    `The data model does not define ${name}.${near.length === 0 ? '' : ` It has ${listed(near, 'and')}.`}`,
  extent: (from, to, title) => `The data runs from ${from} to ${to} (${title}).`,
  contains: (relations) => `You can ask about ${relations}.`,
  figures: (titles) => `You can ask for ${titles}.`,
  groups: (titles) => `It can be split and narrowed by ${titles}.`,
};

/** The dative of the units. */
const dative = { day: ['Tag', 'Tagen'], month: ['Monat', 'Monaten'], year: ['Jahr', 'Jahren'] } as const;

export const germanModel: ModelSpeech = {
  percent: 'Prozent',
  unit: (unit) => unitName(unit, { timeUnits: { ...answerWords.de.timeUnits, ...dative } }),
  countedIn: (unit) => `Angegeben in ${unit}.`,
  undescribed: (title, relation) =>
    relation === undefined
      ? `Das Datenmodell beschreibt ${title} nicht.`
      : `${title} gehört zu ${relation}; das Datenmodell beschreibt es nicht weiter.`,
  undefined: (name, near) =>
    `Das Datenmodell definiert ${name} nicht.${near.length === 0 ? '' : ` Es hat ${listed(near, 'und')}.`}`,
  extent: (from, to, title) => `Die Daten reichen vom ${from} bis zum ${to} (${title}).`,
  contains: (relations) => `Sie können nach ${relations} fragen.`,
  figures: (titles) => `Sie können nach ${titles} fragen.`,
  groups: (titles) => `Aufteilen und eingrenzen lässt es sich nach ${titles}.`,
};
