import type { MemberMetadata } from '../../contract/tools.ts';
import { partsOfSpeech } from '../language/lexical.ts';
import { memberOf } from '../link/entries.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import { nameLemmas } from '../link/names.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { afterBreak, leadOf, leftOf, linkAt, operatorOfItem, type Scene } from './scene.ts';

/** "Our current average fee", "applications currently on offer by recruiter": whether it is others than those of a segment that are said to be current. */
export function isCurrentOfOthers(scene: Scene, at: number, segment: MemberMetadata): boolean {
  const { items, question } = scene;
  const [own = -1, ...more] = linkAt(scene, at)?.tokens ?? [];
  if (more.length > 0 || !/^current(?:ly)?$/.test(question.tokens[own]?.lemma ?? '')) return false;
  const owner = ownerOf(segment.name);
  // "Current jobs by office", "current London recruiters".
  const said = narrowedBy(scene, at);
  if (said !== undefined) return ownerAt(scene, said) !== owner;
  if (!isJoined(segment)) return false;
  // "Which recruiters have open jobs currently", "jobs of recruiters currently here".
  const first = items.findIndex(({ kind }) => kind === 'link');
  return !items.some((_, place) => {
    if (place === at || ownerAt(scene, place) !== owner) return false;
    const cue = leadOf(scene, place).cue?.kind;
    if (cue === 'by' || cue === 'per' || cue === 'each') return false;
    return place === first || place === leftOf(items, at) || cue === 'which' || cue === 'many';
  });
}

/** What an adjective stands before, be it with another one between: the recruiters of "current London recruiters". */
function narrowedBy(scene: Scene, at: number): number | undefined {
  let last: number | undefined;
  for (let place = at + 1; linkAt(scene, place) !== undefined && !afterBreak(scene, place); place += 1) {
    last = place;
    if (linkAt(scene, place)?.entry.kind !== 'value') break;
  }
  return last;
}

/** What something named belongs to: its own relation, or a joined one. */
function ownerAt(scene: Scene, at: number): string | undefined {
  const entry = linkAt(scene, at)?.entry;
  if (entry === undefined) return undefined;
  const member = memberOf(entry);
  return member === undefined ? scene.lexicon.cube.name : ownerOf(member.name);
}

/**
 * "How many people work for us now" is of those who are there, where one segment of the model tells them; so are the chefs whom
 * "we have", where it calls them current.
 */
export function readPresent(draft: Draft): void {
  const { items, question, lexicon, conditions } = draft;
  const atWord = (words: RegExp): number =>
    items.findIndex(
      (item) =>
        operatorOfItem(item, 'filler') !== undefined && words.test(question.tokens[item.from]?.word ?? ''),
    );
  const now = atWord(/^(?:now|currently)$/);
  const have = /\b(?:do|have) we (?:have|got)\b|\bare there\b/i.test(question.text);
  const at = now < 0 && have ? atWord(/^(?:do|are|have|there)$/) : now;
  // "Available now" is not just there.
  const isMore = [now - 1, now + 1].some((place) => {
    const word = operatorOfItem(items[place], 'filler') && question.tokens[items[place]?.from ?? -1]?.word;
    return partsOfSpeech(word ?? '').adjective > 0.5;
  });
  if (now >= 0 && isMore) charge(draft, 'modifier');
  if (at >= 0) addCurrent({ question, lexicon, conditions }, at, now >= 0);
}

/** Narrows rows to those of the one segment that is called current, or active where that may be meant; not where another is named. */
export function addCurrent(
  { question, lexicon, conditions }: Pick<Draft, 'question' | 'lexicon' | 'conditions'>,
  at: number,
  mayBeActive = false,
): void {
  const isTold = conditions.some(({ filter }) => filter.kind === 'segment');
  if (isTold || question.isDated) return;
  const [segment, ...others] = lexicon.cube.segments.filter(
    (it) =>
      !isJoined(it) &&
      nameLemmas(it.title).some((lemma) => lemma === 'current' || (lemma === 'active' && mayBeActive)),
  );
  if (segment !== undefined && others.length === 0)
    conditions.push({ at, filter: { kind: 'segment', segment, negated: false } });
}
