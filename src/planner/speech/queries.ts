/** The titles of queries and what each is for, where it is not the answer itself. */
export const englishQuery = {
  overall: (title: string): string => `${title}: overall`,
  overallOf: (title: string): string => `The whole that "${title}" is a part of.`,
  ends: (title: string): string => `${title}: highest, lowest and last`,
  endsOf: (title: string): string => `Over all of it, the highest, lowest and last of ${title}.`,
  holdersOf: (title: string): string => `Whose it is: ${title}.`,
  toCompare: (title: string): string => `${title}, to compare with a percentage.`,
  toTellApart: (title: string, name: string): string => `${title}, to see whether ${name} tells them apart.`,
  from: (title: string, relation: string): string => `${title}, from ${relation}.`,
  agree: 'Whether two readings agree',
  agreeAs: 'One row if both readings give the same figures.',
  like: (texts: string): string => `Values like ${texts}`,
  spelled: (texts: string): string => `Looks up how the data spells ${texts}.`,
  certified: (question: string): string => `Certified query: ${question}`,
};

/** As {@link englishQuery}. */
export const germanQuery: typeof englishQuery = {
  overall: (title) => `${title}: insgesamt`,
  overallOf: (title) => `Das Ganze, von dem „${title}“ die Teile zeigt.`,
  ends: (title) => `${title}: Höchstes, Niedrigstes und Letztes`,
  endsOf: (title) => `Über alles: Höchstes, Niedrigstes und Letztes von ${title}.`,
  holdersOf: (title) => `Wessen es ist: ${title}.`,
  toCompare: (title) => `${title}, zum Vergleich mit einem Prozentwert.`,
  toTellApart: (title, name) => `${title}, um zu sehen, ob ${name} sie unterscheidet.`,
  from: (title, relation) => `${title}, aus ${relation}.`,
  agree: 'Ob zwei Lesarten übereinstimmen',
  agreeAs: 'Eine Zeile, wenn beide Lesarten dieselben Zahlen ergeben.',
  like: (texts) => `Werte wie ${texts}`,
  spelled: (texts) => `Sucht, wie die Daten ${texts} schreiben.`,
  certified: (question) => `Geprüfte Abfrage: ${question}`,
};
