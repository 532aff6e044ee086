import { englishDoubt, germanDoubt } from './doubts.ts';
import { listed, numbered } from './formats.ts';

/** What is said instead of an answer, and what is offered in its place. */
export const englishDecline = {
  noRelations: 'I found no data that you may see, so I cannot answer this.',
  ask: (offers: readonly string[]): string =>
    `Ask me about your data. I can answer, for example: ${listed(offers, 'or')}.`,
  greeting: 'Hello! I answer questions about your data.',
  welcome: 'You are welcome.',
  complaint: (title: string | undefined): string =>
    title === undefined
      ? 'There is no answer yet to go by. Please ask for a figure, and say of what.'
      : `I read the question as "${title}". If something else is meant, say what is different: another figure, other dates, or what to leave out. You can also ask what a figure means.`,
  examples: (offers: readonly string[]): string => `I can answer, for example: ${listed(offers, 'or')}.`,
  unsure: 'I am not sure how to read this',
  doYouMean: (readings: readonly string[]): string =>
    readings.length === 1
      ? `Do you mean this?\n\n${numbered(readings)}\n\nAnswer "yes", or ask in other words.`
      : `Which of these do you mean?\n\n${numbered(readings)}\n\nAnswer with its number, or ask in other words.`,
  otherWords: 'Please ask it in other words then: which figure, of what, and by what it is to be split.',
  notUnderstood: (words: readonly string[]): string =>
    words.length === 0 ? 'I did not understand the question' : `I did not understand ${listed(words, 'and')}`,
  doubt: englishDoubt,
  noNumber: ', so I would rather not give a number.',
  noCauses:
    'The data says what has happened, but not why. It may help to ask for it by something that it depends on.',
  onlyReads: 'I can only read the data: nothing in it was added, changed or deleted.',
  noDay: (day: string): string => `There is no ${day}.`,
  tryMeasure: 'Try to ask for a measure by a dimension.',
  list: (title: string): string => `List ${title}`,
  top: (group: string, measure: string): string => `Top 5 ${group} by ${measure}`,
  namesakes: (name: string): string =>
    `Some of them have the same ${name}, and I see nothing else that tells them apart`,
  noFigures: (error: string): string => `I could not get the figures: ${error}`,
  noModel: (error: string): string => `I could not read the data model: ${error}`,
};

/** As {@link englishDecline}. */
export const germanDecline: typeof englishDecline = {
  noRelations: 'Ich habe keine Daten gefunden, die Sie sehen dürfen, und kann das nicht beantworten.',
  ask: (offers) =>
    `Fragen Sie mich nach Ihren Daten. Ich kann zum Beispiel beantworten: ${listed(offers, 'oder')}.`,
  greeting: 'Hallo! Ich beantworte Fragen zu Ihren Daten.',
  welcome: 'Gern geschehen.',
  complaint: (title) =>
    title === undefined
      ? 'Es gibt noch keine Antwort. Bitte fragen Sie nach einer Kennzahl, und sagen Sie, wovon.'
      : `Ich habe die Frage als „${title}“ verstanden. Wenn etwas anderes gemeint ist, sagen Sie, was anders ist: eine andere Kennzahl, ein anderer Zeitraum, oder was wegzulassen ist. Sie können auch fragen, was eine Kennzahl bedeutet.`,
  examples: (offers) => `Ich kann zum Beispiel beantworten: ${listed(offers, 'oder')}.`,
  unsure: 'Ich bin nicht sicher, wie das gemeint ist',
  doYouMean: (readings) =>
    readings.length === 1
      ? `Meinen Sie das?\n\n${numbered(readings)}\n\nAntworten Sie mit „ja“, oder fragen Sie mit anderen Worten.`
      : `Was davon meinen Sie?\n\n${numbered(readings)}\n\nAntworten Sie mit der Nummer, oder fragen Sie mit anderen Worten.`,
  otherWords:
    'Bitte fragen Sie dann mit anderen Worten: nach welcher Kennzahl, wovon, und wonach sie aufgeteilt sein soll.',
  notUnderstood: (words) =>
    words.length === 0
      ? 'Ich habe die Frage nicht verstanden'
      : `Ich habe ${listed(words, 'und')} nicht verstanden`,
  doubt: germanDoubt,
  noNumber: ' und nenne deshalb lieber keine Zahl.',
  tryMeasure: 'Fragen Sie zum Beispiel nach einer Kennzahl pro Merkmal.',
  list: (title) => `Liste ${title}`,
  top: (group, measure) => `Top 5 ${group} nach ${measure}`,
  noCauses:
    'Die Daten sagen, was geschehen ist, aber nicht warum. Vielleicht hilft es, nach etwas aufzuteilen, wovon es abhängt.',
  onlyReads: 'Ich kann die Daten nur lesen: Nichts darin wurde hinzugefügt, geändert oder gelöscht.',
  noDay: (day) => `Den ${day} gibt es nicht.`,
  namesakes: (name) => `Einige stimmen in ${name} überein, ich sehe nichts anderes, das sie unterscheidet,`,
  noFigures: (error) => `Ich konnte die Zahlen nicht lesen: ${error}`,
  noModel: (error) => `Ich konnte das Datenmodell nicht lesen: ${error}`,
};
