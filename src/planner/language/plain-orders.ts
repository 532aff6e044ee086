import { scaleOf } from './scales.ts';

const fromTo = /,?\s*\b(?:sorted |ordered |going )?(?:from )?(\p{L}+) to (\p{L}+)\b/giu;

/** A question with "from light to heavy" as which end comes first. */
export function orderedPlainly(text: string): string {
  return text.replace(fromTo, (said, one: string, other: string) => orderOf(one, other) ?? said);
}

function orderOf(one: string, other: string): string | undefined {
  const [first, last] = [one, other].map((word) => endOf(word.toLowerCase()));
  if (first === undefined || last === undefined) return undefined;
  if (first.of !== last.of || first.most === last.most) return undefined;
  return first.most ? ', highest first' : ', lowest first';
}

/** Which end a word names, and of what. */
function endOf(word: string): { readonly of: unknown; readonly most: boolean } | undefined {
  const amount = /^(?:(?:high|large)(?:est)?|(low|small)(?:est)?)$/.exec(word);
  if (amount !== null) return { of: 'amount', most: amount[1] === undefined };
  const found = scaleOf(word);
  return found && { of: found.scale, most: found.rising };
}
