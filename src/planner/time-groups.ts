import { timeOf } from './figure-time.ts';
import type { GrainMention } from './grains.ts';
import { claimCue, grainCue } from './grouping.ts';
import type { QuantityMention } from './quantities.ts';
import type { Group } from './reading.ts';
import { leastWords, mostWords } from './words.ts';
import { claim, lemmaAt, type Work, wordAt } from './work.ts';

export function readGrains(
  work: Work,
  grains: readonly GrainMention[],
  quantities: readonly QuantityMention[],
  named: Group['dimension'] | undefined,
): { groups: Group[]; adjective: Group | undefined } {
  const groups: Group[] = [];
  let adjective: Group | undefined;
  const dimension =
    named ??
    timeOf(
      work.lexicon,
      quantities.map((it) => it.quantity),
    );
  const ranked = work.tokens.some(
    ({ index, word }) => !work.used.has(index) && (mostWords.has(word) || leastWords.has(word)),
  );
  for (const mention of grains) {
    const cue = grainCue(work, mention);
    if (dimension === undefined) {
      if (work.lexicon.defaultTime !== undefined && cue !== 'none') askForDates(work, mention, quantities);
      continue;
    }
    const at = mention.tokens[0] ?? 0;
    if (
      cue === 'none' &&
      !mention.adjective &&
      !ranked &&
      quantities.length > 0 &&
      lemmaAt(work, at) === wordAt(work, at) &&
      mention.tokens.length === 1
    )
      continue;
    claim(work, mention.tokens);
    claimCue(work, at);
    const group: Group = { dimension, grain: mention.grain };
    if (mention.adjective || cue === 'per') adjective ??= group;
    groups.push(group);
  }
  return { groups, adjective };
}

/** The relation has dates, of other things than the figures that are to go by them. */
function askForDates(work: Work, { tokens }: GrainMention, [first]: readonly QuantityMention[]): void {
  if (first?.quantity.kind !== 'measure') return;
  claim(work, tokens);
  claimCue(work, tokens[0] ?? 0);
  work.ambiguities.push(`I know no dates of ${first.quantity.measure.title}.`);
}
