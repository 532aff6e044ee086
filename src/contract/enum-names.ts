/** How GraphQL names the values of enums. Without zod: the pages load this file. */

/** The name of a word that the REST API and the services use: `CREATED_AT` for `createdAt`. */
export function enumName(word: string): string {
  return word.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}

/** The word that has this name. */
export function wordOf<Word extends string>(words: readonly Word[], name: string): Word {
  const found = words.find((word) => enumName(word) === name);
  if (found === undefined) throw new TypeError(`No word is called ${name}.`);
  return found;
}
