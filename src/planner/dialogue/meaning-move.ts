import type { CubeMetadata } from '../../contract/tools.ts';
import type { Budget } from '../language/budget.ts';
import { askedMark } from '../language/chart-words.ts';
import { parseQuestion } from '../language/question.ts';
import { saysNothing } from '../parse/reading.ts';
import { holdersQuery, readHolders } from '../query/holders.ts';
import { haveNamesakes, namesakeProbe, readSharedNames, sharedNamesProbe } from '../query/namesakes.ts';
import type { Plan } from '../query/plan.ts';
import { scaleProbe, withScale } from '../query/scale.ts';
import { endsQuery, readEnds } from '../query/series.ts';
import { type Probe, readWhole, wholeQuery } from '../query/whole.ts';
import { planTitle } from '../query/wording.ts';
import { writeComparison, writeSql } from '../query/write-sql.ts';
import type { Speech } from '../speech/english.ts';
import { writeAnswer } from './answer.ts';
import type { SqlAnswer } from './conversation.ts';
import { namesOfCounted } from './counted-names.ts';
import { writeDecline } from './decline.ts';
import { failure, type Move, query, say, withoutAnswer } from './move.ts';
import type { ThreadReader } from './thread-reader.ts';
import type { Answered, Understanding } from './understand.ts';
import { lookupOf } from './unknown-words.ts';

/** What a question is understood in. */
interface Setting {
  readonly thread: ThreadReader;
  readonly cubes: readonly CubeMetadata[];
  /** uuid of the earlier result that a follow-up builds on. */
  readonly lastUuid: string | undefined;
  readonly speech: Speech;
  readonly budget: Budget;
}

/**
 * The move for what a question is understood as: look up what its answer needs, run its query, answer, or say why not.
 * @param isLookedUp its unknown words were looked for already
 */
export function understood(
  setting: Setting,
  question: string,
  meaning: Understanding,
  answers: readonly SqlAnswer[],
  isLookedUp = false,
): Move {
  if (meaning.kind === 'plan' && meaning.plan.time?.apart === true)
    return inTurn(setting, question, { answered: periodsOf(meaning), aside: [] }, answers);
  if (meaning.kind === 'several') return inTurn(setting, question, meaning, answers);
  if (meaning.kind === 'unclear') {
    const [plan, rival, ...more] = meaning.rivals.map((it) => it.plan);
    const isPair = plan !== undefined && rival !== undefined && more.length === 0;
    const sqlQuery = isPair && !nameOthers(plan, rival) ? writeComparison(plan, rival) : undefined;
    if (plan === undefined || sqlQuery === undefined || meaning.reading === undefined)
      return lookUp(setting, question, meaning, answers, isLookedUp);
    const compared = answers.find((answer) => answer.sqlQuery === sqlQuery);
    if (compared === undefined)
      return query('The question has two readings: looking whether they differ.', [
        {
          sqlQuery,
          queryTitle: setting.speech.query.agree,
          description: setting.speech.query.agreeAs,
          userRequest: question,
        },
      ]);
    // Where both give the same figures it does not matter which was meant.
    if (compared.rows.length === 0) return lookUp(setting, question, meaning, answers, true);
    const settled: Understanding = {
      kind: 'plan',
      plan,
      reading: meaning.reading,
      followUp: meaning.followUp,
      leftAside: [],
      cost: meaning.cost,
    };
    return understood(setting, question, settled, answers, isLookedUp);
  }
  const answerTo = ({ sqlQuery }: { readonly sqlQuery: string }): SqlAnswer | undefined =>
    answers.find((answer) => answer.sqlQuery === sqlQuery);
  const { speech } = setting;
  const probe = scaleProbe(meaning.plan, speech);
  const scale = probe && answerTo(probe);
  if (probe !== undefined && scale === undefined) {
    return query('A percentage is compared: looking up whether the measure counts in hundredths.', [
      { ...probe, userRequest: question },
    ]);
  }
  const plan = scale === undefined ? meaning.plan : withScale(meaning.plan, scale);
  const namesakes = namesakeProbe(plan, speech);
  const told = namesakes && answerTo(namesakes);
  if (namesakes !== undefined && told === undefined)
    return query('Things are counted one by one: looking up whether their names tell them apart.', [
      { ...namesakes, userRequest: question },
    ]);
  if (told !== undefined && haveNamesakes(told)) {
    const { namesakes: reason, noNumber } = speech.decline;
    const name = plan.countGroups?.dimension.title ?? '';
    return withoutAnswer('Names are shared.', `${reason(name)}${noNumber}`);
  }
  const whole = wholeQuery(plan, speech);
  const ends = endsQuery(plan, speech);
  const names = sharedNamesProbe(plan, speech);
  const holders = holdersQuery(plan, speech);
  const sqlQuery = writeSql(plan);
  const result = answerTo({ sqlQuery });
  const mark = askedMark(parseQuestion(question).message);
  if (result === undefined) {
    const probes = [whole, ends, names, holders].filter(
      (it): it is Probe => it !== undefined && answerTo(it) === undefined,
    );
    // In a step of their own: what is shown is the last result to come.
    if (probes.length > 0)
      return query(
        'Looking up what the figures are part of.',
        probes.map((it) => ({ ...it, userRequest: question })),
      );
    const title = planTitle(plan, speech);
    return query(`Querying ${plan.cube.name}: ${title}.`, [
      {
        sqlQuery,
        queryTitle: title,
        description: speech.query.from(title, plan.cube.title),
        userRequest: question,
        ...(mark === undefined ? {} : { vegaSpec: JSON.stringify({ mark }) }),
        ...(meaning.followUp && setting.lastUuid !== undefined ? { memoryId: setting.lastUuid } : {}),
      },
    ]);
  }
  if (result.error !== undefined) return failure(result.error, speech);
  const named = mark === undefined ? namesOfCounted(meaning.reading, plan, result) : undefined;
  const list = named && answerTo({ sqlQuery: writeSql(named) });
  if (named !== undefined && list === undefined) {
    const title = planTitle(named, speech);
    return query(`Listing what was counted: ${title}.`, [
      {
        sqlQuery: writeSql(named),
        queryTitle: title,
        description: speech.query.from(title, plan.cube.title),
        userRequest: question,
      },
    ]);
  }
  const background = {
    whole: readWhole(whole && answerTo(whole)),
    ends: readEnds(ends && answerTo(ends)?.rows[0], plan.groups.length),
    names: readSharedNames(plan, names && answerTo(names)),
    holders: readHolders(plan, holders && answerTo(holders)),
    listed: named && list && list.error === undefined ? { plan: named, result: list } : undefined,
  };
  const answer = writeAnswer(plan, result, background, speech);
  const isDrawn = mark === undefined || result.chart?.match(/"mark":(?:\{"type":)?"(\w+)"/)?.[1] === mark;
  return say('The result is in.', isDrawn ? answer : `${answer} ${speech.undrawn[mark]}`);
}

/** Whether two plans are of different ones of a kind, whose figures may be the same by chance: Ada Berg's and Ada Cruz's. */
function nameOthers(plan: Plan, rival: Plan): boolean {
  return plan.filters.some((one) => {
    if (one.kind !== 'values') return false;
    const same = rival.filters.flatMap((it) =>
      it.kind === 'values' && it.dimension === one.dimension ? [it.values] : [],
    );
    return same.length > 0 && !same.flat().some((it) => one.values.includes(it));
  });
}

/** The same question of each period that it compares. */
function periodsOf(meaning: Answered): readonly Answered[] {
  const { time } = meaning.plan;
  return (time?.periods ?? []).map((period) => ({
    ...meaning,
    plan: { ...meaning.plan, time: time && { ...time, periods: [period], apart: undefined } },
  }));
}

/** Answers one question after the other, and says what of the message was none. */
function inTurn(
  setting: Setting,
  question: string,
  { answered, aside }: Pick<Extract<Understanding, { kind: 'several' }>, 'answered' | 'aside'>,
  answers: readonly SqlAnswer[],
): Move {
  const texts: string[] = [];
  for (const meaning of answered) {
    const move = understood(setting, question, meaning, answers);
    if (move.calls.length > 0 || move.stopReason !== undefined) return move;
    texts.push(move.text);
  }
  const { leftAside, quoted } = setting.speech;
  const said = aside.map((it) => quoted(it.replace(/[\s.,;:!?]+$/, '')));
  return say(
    'The results are in.',
    [...texts, ...(aside.length === 0 ? [] : [leftAside(said)])].join('\n\n'),
  );
}

/** Unknown words may be a value that the metadata does not list: they are looked for before the question is declined. */
function lookUp(
  { thread, cubes, speech, budget }: Setting,
  question: string,
  unclear: Extract<Understanding, { kind: 'unclear' }>,
  answers: readonly SqlAnswer[],
  isLookedUp: boolean,
): Move {
  // A greeting has its answer.
  const isSmallTalk =
    unclear.reading !== undefined && saysNothing(unclear.reading) && unclear.unknown.length === 0;
  const decline = (isSmallTalk ? say : withoutAnswer)(
    `Not understood: ${unclear.unknown.join(', ') || (unclear.missing?.about ?? 'what is asked')}`,
    writeDecline(unclear, question, speech),
  );
  if (isSmallTalk || isLookedUp) return decline;
  const lookup = lookupOf(
    question,
    unclear.unknown,
    cubes,
    unclear.reading?.lexicon.cube.name,
    answers,
    speech,
  );
  if (lookup?.move !== undefined) return lookup.move;
  if (lookup?.found === undefined) return decline;
  const known = thread.supposing(lookup.found, budget);
  return understood(
    { thread: known, cubes, lastUuid: undefined, speech, budget },
    question,
    known.understand(question, budget),
    answers,
    true,
  );
}
