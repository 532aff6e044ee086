import type { Random } from '../../../examples/shop/generator/random.ts';

/**
 * Writes a template: `{slot}` is filled in, and one of `[a|b|]` is chosen, which may be nothing and may hold slots. A slot
 * that was not given is a mistake of the template.
 */
export function fill(template: string, slots: Readonly<Record<string, string>>, random: Random): string {
  let written = template;
  while (written.includes('[')) {
    written = written.replace(/\[([^[\]]*)\]/, (_, choices: string) => random.pick(choices.split('|')));
  }
  written = written.replace(/\{(\w+)\}/g, (_, name: string) => {
    const slot = slots[name];
    if (slot === undefined) throw new Error(`${template} has no ${name}.`);
    return slot;
  });
  return written
    .replace(/\s+/g, ' ')
    .replace(/ ([?.,])/g, '$1')
    .replace(/\b(a)(?= [aeio])/gi, '$1n')
    .trim();
}

/** How many different wordings templates have, before their slots are filled in. */
export function countWordings(templates: readonly string[]): number {
  return templates.reduce(
    (sum, template) =>
      sum +
      [...template.matchAll(/\[([^[\]]*)\]/g)].reduce(
        (product, [, choices = '']) => product * choices.split('|').length,
        1,
      ),
    0,
  );
}

export function plural(noun: string): string {
  const [, head, rest] = /^(\S+)( of .*)$/.exec(noun) ?? [];
  if (head !== undefined && rest !== undefined) return plural(head) + rest;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  if (/[^isu]s$/.test(noun)) return noun;
  if (/(s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return `${noun}s`;
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const before = ['Hi, ', 'Quick question: ', 'For a report: ', 'I am curious: ', 'OK, next: '];
const after = [
  ', please',
  ', thanks',
  ', roughly',
  ', if you can',
  ' - just the figures',
  ', as far as we know',
];
const askers = [
  'Could you tell me ',
  'Can you work out ',
  'I would like to know ',
  'I need ',
  'Do you know ',
  "Let's see ",
];

/** A first word that is written small within a sentence. */
const opening =
  /^(What|Which|How|Show|Give|Tell|List|Name|Count|For|In|Is|Was|The|By|Per|Compare|Calculate|Find|Total|Average|Number|Share)\b/;

/**
 * Says the same in another manner, as people do: politely, with words that add nothing, in lower case, without its question
 * mark, or with two letters of a word exchanged. Words in `kept` are left as they are.
 */
export function restate(question: string, kept: readonly string[], random: Random): string {
  let said = question;
  const nominal =
    /^(the |total |average |number |monthly |yearly |share )/i.test(said) && !said.endsWith('?');
  if (nominal && random.chance(0.25)) {
    const asked = random.pick(askers);
    said = `${asked}the ${said.replace(/^the /i, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`;
  } else if (random.chance(0.12)) {
    said = random.pick(before) + said.replace(opening, (word) => word.toLowerCase());
  }
  if (random.chance(0.1)) said = said.replace(/[?.]?$/, (mark) => random.pick(after) + mark);
  if (random.chance(0.06)) said = exchangeLetters(said, kept, random);
  const style = random.next();
  if (style < 0.12 && kept.every((value) => !said.includes(value))) said = said.toLowerCase();
  if (style > 0.8) said = said.replace(/[?.]$/, '');
  return style < 0.12 ? said : capitalise(said);
}

/** Exchanges two inner letters of a longer word that is none of the kept. */
function exchangeLetters(text: string, kept: readonly string[], random: Random): string {
  const words = [...text.matchAll(/\b[a-z]{7,}\b/g)].filter(
    ([word]) => !kept.some((value) => value.toLowerCase().includes(word)),
  );
  if (words.length === 0) return text;
  const { 0: word, index } = random.pick(words);
  const at = random.int(2, word.length - 3);
  const mistyped = `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
  return text.slice(0, index) + mistyped + text.slice(index + word.length);
}
