import { timeUnitOf } from '../../contract/time-units.ts';
import type { MeasureMetadata, MemberMetadata } from '../../contract/tools.ts';
import { operatorOf } from '../language/grammar.ts';
import { unitSize } from '../language/unit-sizes.ts';
import { memberOf } from '../link/entries.ts';
import { ownerOf } from '../link/joined-cubes.ts';
import { articles, nameLemmas, namePhrases, shortName } from '../link/names.ts';
import { spanBetween } from '../link/spans.ts';
import { stateOf } from '../link/states.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { isCountOf, membersOf } from './quantity.ts';
import { isCalledAsRows } from './trivial.ts';

const howLong =
  /\bhow long (?:does|do|did|has|have|had|until|till|before)\b|\bhow long (?:was|were|is|are) .+\b(?:here|with us|for us)\b/i;
const howSoon = /\bhow (?:quickly|fast|soon) (?:does|do|did)\b/i;
const puttingTogether =
  /\b(?:average|avg|mean|median|typical|how|long\w*|short\w*|from|between|max\w*|min\w*)\b/i;
const lasting =
  /\b(?:duration|length of|time (?:from|between|until|till|to)|days (?:from|between|until|till|to))\b/i;
const longest = /\b(?:been|stayed|worked) (?:\p{L}+ ){0,3}(?:here|us)\b.*\b(?:longest|shortest)\b/iu;

/** What goes on for some time by itself, unlike what takes somebody that long. */
const goingOn =
  /\bhow long (?:does|do|did|has|have|is|are|was|were|will)\b.+\b(?:run|last|go on|going on|running|lasted|open|on)\b/i;
const ranLongest =
  /\b(?:ran|runs?|running|last(?:s|ed)?|(?:is|are|was|were|been|stayed?) (?:open|on))\b.*\b(?:longest|shortest)\b/i;

/** "How long do fairs run", where what they do is asked, and no condition. */
export function asksHowLongItRuns({ question }: Pick<Draft, 'question'>, word: string): boolean {
  return /^(?:run|last|go)$/.test(word) && goingOn.test(question.text);
}

const sayingTime: ReadonlySet<string> = new Set('time duration length long dauer zeit'.split(' '));

/**
 * "How long do clients take to pay", "project duration": two dates of a row tell, or a figure that is called so, and no number
 * of hours or days of which only that much is said: payment terms, budget hours, weekly hours.
 */
export function chargeOtherDuration(draft: Draft): void {
  const { question, lexicon, quantities } = draft;
  const members = quantities.flatMap(membersOf);
  if (howSoon.test(question.text) && !members.some(isOfTime)) charge(draft, 'otherDuration');
  if (isOfUnended(draft)) charge(draft, 'otherDuration');
  // "Project time by employee" is what they spent on projects.
  const isSpent = /\btime\b/i.test(question.text) && !puttingTogether.test(question.text);
  if (isSpent && members.some((it) => spanBetween(it)?.isWhole === true)) charge(draft, 'otherDuration');
  const saysLasting = [howLong, howSoon, lasting, longest, goingOn, ranLongest];
  if (!saysLasting.some((it) => it.test(question.text))) return;
  const said = new Set(question.tokens.map(({ root }) => root.slice(0, stem)));
  const isSaid = (lemma: string): boolean =>
    said.has(lemma.slice(0, stem)) || [...said].some((it) => it.length >= 3 && lemma.startsWith(it));
  const isGoingOn = [goingOn, ranLongest].some((it) => it.test(question.text));
  // The hour at which something began says nothing of how long it ran.
  const isLongest =
    ranLongest.test(question.text) && draft.conditions.every(({ filter }) => filter.kind !== 'number');
  const isSaidToLast = (member: MemberMetadata): boolean =>
    nameLemmas(`${shortName(member.name)} ${member.title}`).some(
      (lemma) => sayingTime.has(lemma) || isSaid(lemma),
    );
  const isOther = quantities.some((quantity) => {
    if (isCountOf(quantity)) return false;
    return membersOf(quantity).some((member) => {
      const span = spanBetween(member);
      if (span !== undefined) return span.isWhole === true && isOfOthers(draft, member);
      if (!isOfTime(member))
        return isLongest && 'type' in member && member.type !== 'time' && !isSaidToLast(member);
      // "How long do fairs run" is not how long the tours of each of them take.
      if ((isGoingOn || isDurationOfOthers(draft, member)) && isOfOtherRows(draft, member)) return true;
      return !namePhrases(member).some((words) =>
        words.every(
          ({ lemma }) =>
            sayingTime.has(lemma) ||
            articles.has(lemma) ||
            lexicon.relationLemmas.has(lemma) ||
            operatorOf(lemma) !== undefined ||
            unitSize(lemma) !== undefined ||
            isSaid(lemma),
        ),
      );
    });
  });
  if (isOther) charge(draft, 'otherDuration');
}

/** "Stoppages that have not ended" are counted, and have no minutes yet, though these are called after them. */
function isOfUnended(draft: Draft): boolean {
  const goesOn = draft.conditions.some(
    ({ filter }) =>
      (filter.kind === 'boolean' && filter.value && isUnended(filter.dimension)) ||
      (filter.kind === 'missing' && !filter.negated && filter.dimension.type === 'time'),
  );
  // What adds a number up is counted in the unit of that.
  const isTime = (it: MemberMetadata): boolean => {
    const { column } = it as Partial<MeasureMetadata>;
    const added = draft.lexicon.cube.dimensions.find(({ name }) => name === column);
    return isOfTime(it) || (added !== undefined && isOfTime(added));
  };
  return (
    goesOn &&
    draft.figures.some(
      ({ at, quantity }) =>
        !isCountOf(quantity) && membersOf(quantity).some(isTime) && isCalledAsRows(draft, at),
    )
  );
}

function isUnended(member: MemberMetadata): boolean {
  const state = stateOf(member);
  return state !== undefined && state.today === undefined;
}

function isOfTime(member: MemberMetadata): boolean {
  return (
    spanBetween(member) !== undefined || timeUnitOf(member as Parameters<typeof timeUnitOf>[0]) !== undefined
  );
}

/** "How long do invoices stay unpaid" is not how long their projects take: what is named is something else than the rows that last. */
function isOfOthers(draft: Draft, { name }: { readonly name: string }): boolean {
  const { text } = draft.question;
  return (howLong.test(text) || longest.test(text)) && isOfOtherRows(draft, { name });
}

/** "Average duration of fairs", of something else than the rows of a figure. */
function isDurationOfOthers(
  { items, question: { tokens } }: Draft,
  { name }: { readonly name: string },
): boolean {
  const of = tokens.findIndex(
    ({ word, before }) => word === 'of' && /^(?:duration|length)$/.test(before ?? ''),
  );
  const behind = of < 0 ? undefined : items.find((item) => item.from > of && item.kind === 'link');
  const member = behind?.kind === 'link' ? memberOf(behind.link.entry) : undefined;
  return member !== undefined && ownerOf(member.name) !== ownerOf(name);
}

/** Whether something else is named than the rows of a figure. */
function isOfOtherRows({ question, items }: Draft, { name }: { readonly name: string }): boolean {
  const owner = ownerOf(name);
  const rows = new Set(nameLemmas(shortName(owner)));
  if (question.tokens.some(({ lemma }) => rows.has(lemma))) return false;
  return items.some((item) => {
    const member = item.kind === 'link' ? memberOf(item.link.entry) : undefined;
    return member !== undefined && ownerOf(member.name) !== owner;
  });
}

/** Words that begin alike are of one verb: "resolve" and "resolution". */
const stem = 5;
