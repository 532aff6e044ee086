const preposition = '(?:in|on|at|under|over|below|above|with|without|of|from)';
const thatIs =
  '(?:,? \\(?(?:i\\. ?e\\.|ie)[,:]?|(?:,| \\(| [–-]) ?(?:that is(?:,| to say,?)|meaning|in other words[,:]?)) ';
const word = `(?!${preposition}\\b)\\p{L}[\\p{L}-]*`;

/** What is said once more in other words: by what follows a preposition, or by a clause. */
const glosses: readonly RegExp[] = [
  new RegExp(
    `\\b${preposition} (?:(?:the|an?|any) )?${word}(?: ${word})?${thatIs}(?=(?:${preposition}|who|that|which|whose)\\b)`,
    'giu',
  ),
  new RegExp(
    `\\b(?:who|that|which) [^,;.?!]{1,40}${thatIs}(?=(?:who|that|which|whose|${preposition})\\b)`,
    'giu',
  ),
];

/** "People in the red, i.e. with a negative balance": a question with nothing but the words that it explains others by. */
export function explained(text: string): string {
  let plain = text;
  for (const gloss of glosses) plain = plain.replace(gloss, '');
  return plain;
}
