import { operatorAt, operatorOf } from '../language/grammar.ts';
import { parseQuestion } from '../language/question.ts';
import type { Token } from '../language/text.ts';
import type { Turn } from './replay.ts';

const agreement =
  "yes|yep|yup|yeah|ja|jawohl|genau|richtig|stimmt|right|correct|exactly|please|bitte|this one|that one|it is|(?:that is|that[’']s) (?:it|right|correct)";
const agrees = new RegExp(`^(?:${agreement})(?:,? (?:${agreement}))*$`);
const refuses =
  /^(?:no|nope|nah|nein|neither|none|keins|keines)(?:,? (?:of (?:them|these|those)|davon|thanks|thank you|danke|neither|none))*$/;

const picks = [
  /^(?:the )?(?:first|former|1st|#?1)(?: one| reading| option)?$/,
  /^(?:the )?(?:second|2nd|#?2)(?: one| reading| option)?$/,
  /^(?:the )?(?:third|3rd|#?3)(?: one| reading| option)?$/,
];
const last = /^(?:the )?(?:latter|last)(?: one| reading| option)?$/;

/** A message that picks what was offered, "the second one", "the restaurant's", as what it picks. */
export function pickedFrom(message: string, offered: readonly string[]): string {
  const said = plain(message)
    .replace(/^(?:no,? )?(?:i mean|i meant|take|use)\s+/, '')
    .replace(/,? (?:please|bitte)$/, '');
  if (offered.length === 1 && agrees.test(plain(message))) return offered[0] ?? message;
  if (last.test(said)) return offered.at(-1) ?? message;
  const at = picks.findIndex((pick) => pick.test(said));
  return offered[at] ?? named(said, offered) ?? message;
}

/** Whether a message says that nothing of what was offered is meant. */
export function isRefusal(message: string, offered: readonly string[]): boolean {
  return offered.length > 0 && refuses.test(plain(message));
}

/** A thread without what was asked back in vain. */
export function withoutRefused(turns: readonly Turn[]): readonly Turn[] {
  const refusals = turns.map(({ message }, at) => isRefusal(message, turns[at - 1]?.offered ?? []));
  return turns.filter((_, at) => refusals[at] !== true && refusals[at + 1] !== true);
}

function plain(message: string): string {
  return message
    .toLowerCase()
    .replace(/[.!)"]+\s*$/, '')
    .trim();
}

/** Longer messages are questions of their own. */
const maxWords = 6;

/** The only reading whose words a message says, and nothing else; a word of the grammar that all have asks something. */
function named(said: string, offered: readonly string[]): string | undefined {
  if (offered.length < 2 || said.split(/\s+/).length > maxWords) return undefined;
  const { tokens } = parseQuestion(said);
  const words = tokens.filter((_, at) => !isSmall(tokens, at));
  if (words.length === 0) return undefined;
  const titles = offered.map((title) => lemmasOf(parseQuestion(title).tokens));
  const isAsking = words.some(
    ({ word, lemma }) => operatorOf(word) !== undefined && titles.every((title) => title.has(lemma)),
  );
  const [only, ...more] = offered.filter((_, at) => words.every(({ lemma }) => titles[at]?.has(lemma)));
  return isAsking || more.length > 0 ? undefined : only;
}

/** Words that only lead to a name. */
function isSmall(tokens: readonly Token[], at: number): boolean {
  const kind = operatorAt(tokens, at)?.operator.kind;
  return kind === 'filler' || kind === 'of' || kind === 'in';
}

function lemmasOf(tokens: readonly Token[]): ReadonlySet<string> {
  return new Set(tokens.map(({ lemma }) => lemma));
}
