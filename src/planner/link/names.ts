import type { MemberMetadata } from '../../contract/tools.ts';
import { forms, nameWords, type Token } from '../language/text.ts';

/** A word of a name, in the forms that matching compares. */
export type Form = Pick<Token, 'word' | 'lemma' | 'root'>;

/** `orders_view.total` is `total`. */
export function shortName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** What a member's name begins with: `orders.customers.` of `orders.customers.city`. */
export function ownerPrefix({ name }: { readonly name: string }): string {
  return name.slice(0, name.lastIndexOf('.') + 1);
}

/** Small words inside names. */
export const articles = new Set('of the a an in per by for and to'.split(' '));
/** What names of times end with. */
export const timeTails = new Set('date time at on day timestamp datetime ts dt'.split(' '));

/** A name as it is written, and in one word: "sign-ups" is also written "signups", "e-mail" "email". */
export function spellings(name: string): string[] {
  return name.includes('-') ? [name, name.replaceAll('-', '')] : [name];
}

/** Lemmas of the words of a name. */
export function nameLemmas(name: string): string[] {
  return nameWords(name).map((word) => forms(word).lemma);
}

/** The title, the name and the synonyms of a member, each as words. */
export function namePhrases(member: Pick<MemberMetadata, 'name' | 'title' | 'synonyms'>): Form[][] {
  const said = [member.title, shortName(member.name), ...(member.synonyms ?? [])];
  const seen = new Set<string>();
  return said
    .flatMap(spellings)
    .map((name) => nameWords(name).map(forms))
    .filter((words) => {
      const key = words.map((form) => form.lemma).join(' ');
      if (words.length === 0 || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

/** What a context says that something is called: `also known as takings`. */
export function alsoCalled(context: string): string[] {
  const found =
    /\b(?:also called|also known as|called|known as|referred to as|synonyms?:|aka)\s+([^.;:()]+)/i.exec(
      context,
    )?.[1];
  return found === undefined
    ? []
    : found
        .split(/,|\bor\b|\band\b/)
        .map((it) => it.trim())
        .filter((it) => it !== '' && it.split(' ').length <= 4);
}
