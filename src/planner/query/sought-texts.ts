import { isFillerWord, operatorOf } from '../language/grammar.ts';
import { forms as formsOf, type Token, tokenize } from '../language/text.ts';
import { isForeign, kindOf, type WordKind } from '../language/word-kind.ts';

/** Words to look for among the values. */
export interface SoughtText {
  /** As typed. */
  readonly text: string;
  /** Its words in lower case, as typed and in the singular. */
  readonly forms: readonly string[];
  /** Each of its words in these two forms, where it has several: a value may have them in another order, with others between. */
  readonly words: readonly (readonly string[])[];
  /** It is written like a name, so that part of a value may be meant. */
  readonly isName: boolean;
  /** Whether the others say nothing unless it is a value, too: "responsible" need be none. */
  readonly isNeeded: boolean;
}

/** More are no names that a question speaks of. */
export const maxTexts = 4;

/** A capital, or a code; a small number is no name. */
const namePattern = /^\p{Lu}|\p{L}.*\d|\d.*\p{L}|\d{4}/u;

const sayable: ReadonlySet<WordKind> = new Set(['noun', 'name', 'quoted', 'adjective']);

/** Verbs and adverbs are no values. */
function isSayable(token: Token): boolean {
  return sayable.has(kindOf(token));
}

/**
 * Runs of words that are unknown or written like names, with something unknown among them, and full names.
 * @param named lemmas of what the model has names of, which need be no values: in "unpaid invoices of Quast Shop", the invoices
 */
export function textsIn(
  question: string,
  unknown: ReadonlySet<string>,
  named: ReadonlySet<string>,
): SoughtText[] {
  const tokens = tokenize(question);
  const runs: Token[][] = [];
  let run: Token[] = [];
  const isName = (token: Token | undefined): boolean =>
    token !== undefined &&
    (token.quoted ||
      (token.raw !== 'I' &&
        namePattern.test(token.raw) &&
        (token.index > 0 || operatorOf(token.word) === undefined) &&
        // A question may begin after another sentence.
        !(token.afterBreak && (operatorOf(token.word)?.kind ?? 'filler') !== 'filler') &&
        (token.index > 0 ||
          /\d/.test(token.raw) ||
          kindOf(token) === 'noun' ||
          /^\p{Lu}\p{L}*['’]s\b|^\p{Lu}\p{L}* \p{Lu}/u.test(question))));
  const isSought = (token: Token | undefined): boolean =>
    token !== undefined &&
    // "What is spinach called".
    token.word !== 'called' &&
    (isName(token) ||
      (unknown.has(token.raw) && (isSayable(token) || (run.length > 0 && !run.some(isName)))));
  const end = (): void => {
    while (run.length > 0 && !isSought(run.at(-1))) run.pop();
    if (run.some((token) => unknown.has(token.raw)) || isFullName(run)) runs.push(run);
    run = [];
  };
  for (const token of tokens) {
    // "Where can I stream The Caine Mutiny": the name begins with its capital.
    if (isName(token) && !run.some(isName)) run = [];
    if (token.afterBreak && !token.quoted) end();
    // "Chrome 109 released": what is done to something is no part of its number.
    if (/^\d+$/.test(run.at(-1)?.raw ?? '') && kindOf(token) === 'verb') end();
    const goesOn =
      isSought(token) ||
      (run.length > 0 && isFillerWord(token.word) && isName(tokens[token.index + 1]) && isName(run.at(-1)));
    if (goesOn) run.push(token);
    else end();
  }
  end();
  const texts = runs.flatMap((own) => {
    const version = versionIn(own, unknown);
    const isNeeded =
      version === undefined &&
      own.some((token) => unknown.has(token.raw)) &&
      own.some((token) => (isName(token) || kindOf(token) !== 'adjective') && !named.has(token.lemma));
    const whole = soughtText(own, question, {
      isName: own.some((it) => isName(it) || isForeign(it)),
      isNeeded,
    });
    return version === undefined
      ? whole
      : [...whole, ...soughtText([version], question, { isName: false, isNeeded: true, isVersion: true })];
  });
  // "Amazon.com, Inc." is one name, and "Chrome, Firefox" are two.
  const together = runs.flatMap((own, at): SoughtText[] => {
    const next = runs[at + 1] ?? [];
    const isOn = next[0] !== undefined && next[0].index === (own.at(-1)?.index ?? 0) + 1;
    return isOn && next.some(isName)
      ? soughtText([...own, ...next], question, { isName: true, isNeeded: false })
      : [];
  });
  // "Guava, pink flesh" is one name as well, and so is "boiled egg yolk", whatever "egg" is known as.
  const further = runs.flatMap((own): SoughtText[] => {
    const more = phraseAround(own, tokens);
    return more.length > own.length &&
      own.some((it) => !/^\d+$/.test(it.raw)) &&
      !more.some((it) => isName(it) && !own.includes(it))
      ? soughtText(more, question, { isName: own.some(isName), isNeeded: false })
      : [];
  });
  const hasRoom = together.length + further.length + texts.length <= maxTexts;
  return [...together, ...(hasRoom ? further : []), ...texts];
}

/** "Stefan Zander", whose words may each be known from the names of others. */
function isFullName(run: readonly Token[]): boolean {
  return run.length > 1 && run.every(({ raw }) => /^\p{Lu}\p{L}/u.test(raw));
}

/** The number that follows something known: "IE 11" may be IE, and 11 of it. */
function versionIn(run: readonly Token[], unknown: ReadonlySet<string>): Token | undefined {
  const [known, number, ...more] = run;
  const isOne = more.length === 0 && known !== undefined && !unknown.has(known.raw) && !known.quoted;
  return isOne && /^\d+$/.test(number?.raw ?? '') ? number : undefined;
}

/** More words are hardly one name. */
const maxBeside = 4;

/** A run with the words that stand beside it, up to the next word of the grammar. */
function phraseAround(run: readonly Token[], tokens: readonly Token[]): readonly Token[] {
  const isContent = (token: Token | undefined): boolean =>
    token !== undefined && operatorOf(token.word) === undefined && !isFillerWord(token.word);
  let [from, to] = [run[0]?.index ?? 0, run.at(-1)?.index ?? 0];
  const [first, last] = [from - maxBeside, to + maxBeside];
  while (from > first && isContent(tokens[from - 1]) && !tokens[from]?.afterBreak) from -= 1;
  while (to < last && isContent(tokens[to + 1])) to += 1;
  return tokens.slice(from, to + 1);
}

/** The text of a run; none of a single letter, and of a single digit only where it is a version. */
function soughtText(
  run: readonly Token[],
  question: string,
  { isVersion = false, ...kind }: Pick<SoughtText, 'isName' | 'isNeeded'> & { readonly isVersion?: boolean },
): SoughtText[] {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return [];
  if (last.end - first.start <= 1 && !isVersion) return [];
  const text = question.slice(first.start, last.end).replace(/['’]s?$/, '');
  const said = plain(text.toLowerCase());
  const each = said.split(' ').map((word) => [...new Set([word, formsOf(word).lemma])]);
  return [
    {
      ...{ text, ...kind, words: each.length > 1 ? each : [] },
      forms: [...new Set([said, said.replace(/\S+$/, last.lemma)])],
    },
  ];
}

/** The words of a text, without what stands between them. */
export function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
