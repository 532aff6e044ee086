/** What English words are compared by, in searches, questions and suggestions. */

/** Lower case, without accents: as people type it. */
export function fold(text: string): string {
  const lower = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return lower.replace(/[ßæœøłđ]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Letters that are no plain letter with an accent. */
const plainLetters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' };

/** The singular of a noun that is a regular plural, or of a phrase that ends with one; anything else as it is. */
export function singular(noun: string): string {
  if (noun.length < 4 || /(?:ss|us|is)$/i.test(noun)) return noun;
  if (/ies$/i.test(noun)) return noun.length > 4 ? `${noun.slice(0, -3)}y` : noun.slice(0, -1);
  if (/(?:ches|shes|sses|xes|zes)$/i.test(noun)) return noun.slice(0, -2);
  return /s$/i.test(noun) ? noun.slice(0, -1) : noun;
}

/** Damerau-Levenshtein distance (optimal string alignment); infinite once it must exceed `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (limit < 0 || Math.abs(a.length - b.length) > limit) return Number.POSITIVE_INFINITY;
  const row = (): number[] => Array<number>(b.length + 1).fill(Number.POSITIVE_INFINITY);
  let beforePrevious = row();
  let previous = row().map((_, index) => (index <= limit ? index : Number.POSITIVE_INFINITY));
  for (let i = 1; i <= a.length; i++) {
    const current = row();
    if (i <= limit) current[0] = i;
    let rowMinimum = at(current, 0);
    // Further from the diagonal there are more edits than the limit.
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j++) {
      const substitution = at(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(substitution, at(previous, j) + 1, at(current, j - 1) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, at(beforePrevious, j - 2) + 1);
      }
      current[j] = cost;
      rowMinimum = Math.min(rowMinimum, cost);
    }
    if (rowMinimum > limit) return Number.POSITIVE_INFINITY;
    beforePrevious = previous;
    previous = current;
  }
  const distance = at(previous, b.length);
  return distance > limit ? Number.POSITIVE_INFINITY : distance;
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
