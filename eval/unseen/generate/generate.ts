import { createRandom, type Random } from '../../../examples/shop/generator/random.ts';
import type { QueryEngine } from '../../../src/engines/query-engine.ts';
import type { ResultSet } from '../../compare-results.ts';
import { runGold } from '../../judge.ts';
import type { Question } from '../../questions.ts';
import { type Domain, measuresOf } from '../domain.ts';
import type { Profile } from '../profile.ts';
import { type Construct, constructs, type Draft } from './constructs.ts';
import { Scope } from './scope.ts';
import { elsewhere, templates } from './templates.ts';
import { fill, restate } from './wording.ts';

/** Draws before a construct is given up. */
const draws = 40;
const outOfScope = 6;

/**
 * The generated questions of a domain, so many of each construct where it has them: the same each time. Questions without an answer, with one that says nothing, or
 * with two are left out.
 */
export async function generateQuestions(
  domain: Domain,
  profile: Profile,
  source: QueryEngine,
  perConstruct = 3,
): Promise<readonly Question[]> {
  const questions: Question[] = [];
  const asked = new Set<string>();
  for (const [kind, construct] of Object.entries(constructs)) {
    const random = createRandom(hash(`${domain.name}/${kind}`));
    let found = 0;
    for (let draw = 0; draw < draws && found < perConstruct; draw += 1) {
      const draft = drawOne(domain, profile, construct, random);
      if (draft === undefined) continue;
      const worded = restate(
        fill(random.pick(templates[draft.template]), draft.slots, random),
        draft.kept,
        random,
      );
      const said = worded.toLowerCase();
      if (asked.has(said) || !(await isWorthAsking(draft, source))) continue;
      asked.add(said);
      found += 1;
      questions.push({
        id: `${kind}-${found}`,
        kind,
        thread: [],
        question: worded,
        gold: [...new Set(draft.gold)],
        ordered: draft.ordered === true,
        percent: draft.percent === true,
        now: domain.now,
      });
    }
  }
  const random = createRandom(hash(`${domain.name}/out-of-scope`));
  const others = [...elsewhere];
  for (let index = 1; index <= outOfScope; index += 1) {
    const [question = ''] = others.splice(random.int(0, others.length - 1), 1);
    questions.push({
      id: `out-of-scope-${index}`,
      kind: 'out-of-scope',
      thread: [],
      question,
      expect: 'decline',
      ordered: false,
      percent: false,
      now: domain.now,
    });
  }
  return questions;
}

/** Tables with more to measure are asked about more often. */
function drawOne(domain: Domain, profile: Profile, construct: Construct, random: Random): Draft | undefined {
  const weights = Object.entries(domain.tables).map(([name, table]) => [
    name,
    measuresOf(name, table).length,
  ]);
  const table = random.weighted(Object.fromEntries(weights) as Record<string, number>);
  return construct(new Scope(domain, table, profile, random), random);
}

/** Whether a question has one answer that says something, and that less of the question would not give as well. */
export async function isWorthAsking(draft: Draft, source: QueryEngine): Promise<boolean> {
  const [fewest, most] = draft.rows;
  const golds = await Promise.all(draft.gold.map((sql) => runGold(source, sql)));
  for (const { rows } of golds) {
    if (rows.length < fewest || rows.length > most || isTrivial(rows)) return false;
  }
  if (draft.torn !== undefined && (await runGold(source, draft.torn)).rows.length > 0) return false;
  const unlike = await Promise.all(draft.unlike.map((sql) => runGold(source, sql)));
  return unlike.every((other) => golds.every((gold) => !sameRows(gold, other)));
}

/** Nothing, or nothing but zeros. */
export function isTrivial(rows: ResultSet['rows']): boolean {
  return (
    rows.length === 0 || rows.every((row) => row.every((value) => value === null || Number(value) === 0))
  );
}

function sameRows(one: ResultSet, other: ResultSet): boolean {
  const written = ({ rows }: ResultSet) => JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted());
  return written(one) === written(other);
}

/** FNV-1a: a seed from a name. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}
