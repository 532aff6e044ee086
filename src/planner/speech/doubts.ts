import type { Doubt, OpenPoint } from '../parse/doubt.ts';

/** What a question leaves open, as the beginning of a sentence that ends with what follows from it. */
export function englishDoubt(doubt: Doubt): string {
  if ('dates' in doubt) return `Do you mean by ${doubt.dates.join(' or by ')}?`;
  if (!('what' in doubt)) return englishPoints[doubt.about];
  switch (doubt.about) {
    case 'split by':
      return `I do not see how to split by "${doubt.what}"`;
    case 'tell apart':
      return `I do not see how to tell "${doubt.what}" apart`;
    case 'has date':
      return `I only know what has ${/^[aeiou]/i.test(doubt.what) ? 'an' : 'a'} ${doubt.what}`;
    case 'no dates':
      return `I know no dates of ${doubt.what}`;
    case 'no times of day':
      return `I know "${doubt.what}" by the day only`;
    case 'shorter times':
      return `I know ${doubt.what} for longer times only`;
    case 'as of now':
      return `I know ${doubt.what} as of today only`;
    case 'who':
      return `I do not see who is meant: ${doubt.what}`;
  }
}

const englishPoints: Readonly<Record<OpenPoint, string>> = {
  figure: 'I do not see which figure is asked for',
  period: 'I do not see which period is meant',
  time: 'I do not see over which time to go',
  computation: 'I do not see how to split or compute that',
  'rank by': 'I do not see what to rank by',
  list: 'I do not see what to list',
  comparison: 'I do not see what the comparison is about',
  rank: 'I do not see what to rank',
  share: 'I do not see what the share is of',
  others: 'I do not see which others',
  'first few': 'I cannot ask that of the first few alone',
};

/** The same in German. */
export function germanDoubt(doubt: Doubt): string {
  if ('dates' in doubt) return `Meinen Sie nach ${doubt.dates.join(' oder nach ')}?`;
  if (!('what' in doubt)) return germanPoints[doubt.about];
  switch (doubt.about) {
    case 'split by':
      return `Ich sehe nicht, wie sich nach „${doubt.what}“ aufteilen lässt,`;
    case 'tell apart':
      return `Ich sehe nicht, was „${doubt.what}“ unterscheidet,`;
    case 'has date':
      return `Ich kenne nur, was ein Datum hat (${doubt.what}),`;
    case 'no dates':
      return `Ich kenne kein Datum zu ${doubt.what}`;
    case 'no times of day':
      return `Ich kenne „${doubt.what}“ nur auf den Tag genau`;
    case 'shorter times':
      return `Ich kenne ${doubt.what} nur für längere Zeiten`;
    case 'as of now':
      return `Ich kenne ${doubt.what} nur mit dem Stand von heute`;
    case 'who':
      return `Ich sehe nicht, wer gemeint ist (${doubt.what}),`;
  }
}

const germanPoints: Readonly<Record<OpenPoint, string>> = {
  figure: 'Ich sehe nicht, nach welcher Zahl gefragt ist,',
  period: 'Ich sehe nicht, welcher Zeitraum gemeint ist,',
  time: 'Ich sehe nicht, über welche Zeit es gehen soll,',
  computation: 'Ich sehe nicht, wie sich das aufteilen oder berechnen lässt,',
  'rank by': 'Ich sehe nicht, wonach geordnet werden soll,',
  list: 'Ich sehe nicht, was aufgezählt werden soll,',
  comparison: 'Ich sehe nicht, was verglichen werden soll,',
  rank: 'Ich sehe nicht, was geordnet werden soll,',
  share: 'Ich sehe nicht, wovon der Anteil gemeint ist,',
  others: 'Ich sehe nicht, welche anderen gemeint sind,',
  'first few': 'Ich kann das nicht nur von den Ersten sagen',
};
