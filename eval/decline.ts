import { wordsBeforeFigures } from './check-answer.ts';

/** How English says that there is no answer, or asks back for one. */
const declining = new RegExp(
  [
    "\\b(?:can|could)(?:n't| not)\\b|\\bcannot\\b|\\b(?:not able|unable|impossible|sorry)\\b",
    "\\b(?:do|does|did)(?:n't| not) (?:actually |currently |seem to |appear to )?(?:know|see|have|find|contain|include|cover|track|record|hold|exist|understand|provide|store|capture|say|tell|support)\\b",
    "\\b(?:not|isn't|aren't|wasn't|weren't) (?:currently )?(?:available|possible|tracked|recorded|covered|included|supported|contained|stored|captured|part of|in the|in this|any|clear|sure)\\b",
    "\\bthere(?: (?:is|are|was|were)|'s) (?:no|nothing)\\b|\\b(?:has|have|had|contains?|found|find) (?:no|nothing)\\b",
    '\\bno (?:such|data|information|records?|fields?|columns?|measures?|dimensions?|metrics?|way|details|answer|results?|rows|matching)\\b',
    '\\b(?:outside|beyond) (?:of )?(?:the|my|this|what)\\b|\\bunavailable\\b|\\bI only (?:know|have|see|cover)\\b',
    '\\bI (?:stopped|ran out of|would rather not)\\b|\\bask me about\\b',
    '\\b(?:do|did) you mean\\b|\\b(?:which|what) (?:\\w+ ){0,3}(?:do|did|would) you\\b|\\b(?:clarify|specify|rephrase)\\b',
  ].join('|'),
  'i',
);

/**
 * Whether an answer says that it gives none, or asks back, before it gives a first figure of its own.
 * @param asked the question, whose figures it may repeat
 */
export function declines(answer: string, asked: string): boolean {
  return declining.test(wordsBeforeFigures(answer.replaceAll('’', "'"), asked));
}
