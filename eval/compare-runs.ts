import { costOf, type Prices, totalUsage } from './prices.ts';
import { byQuestion, dollars, rightOf, scoreOf, table } from './report.ts';
import type { StoredRun } from './run-file.ts';
import type { Attempt } from './run-questions.ts';

/** A question in both runs. */
interface Pair {
  readonly before: readonly Attempt[];
  readonly after: readonly Attempt[];
}

/** What became right and what became wrong between two runs, over the questions that both asked. */
export function formatComparison(a: StoredRun, b: StoredRun, prices: Prices): string {
  const [before, after] = [byQuestion(a.attempts), byQuestion(b.attempts)];
  const pairs = [...before].flatMap(([id, own]): Pair[] => {
    const other = after.get(id);
    return other === undefined ? [] : [{ before: own, after: other }];
  });
  if (pairs.length === 0) return 'The two runs have no question in common.';
  const better = pairs.filter((pair) => gain(pair) > 0);
  const worse = pairs.filter((pair) => gain(pair) < 0);
  const other = pairs.filter(
    (pair) => gain(pair) === 0 && verdictsOf(pair.before) !== verdictsOf(pair.after),
  );
  const left = before.size + after.size - 2 * pairs.length;
  const columns = (name: string, { run }: StoredRun, attempts: readonly Attempt[]) => {
    const cost = costOf(run.model, totalUsage(attempts), prices);
    const { right, wrong } = scoreOf(attempts);
    return [
      `${name}: agent ${run.agent} of ${run.account}, ${run.model}`,
      `${attempts.length}`,
      `${right.toFixed(1)} %`,
      `${wrong.toFixed(1)} %`,
      `${(totalUsage(attempts).steps / attempts.length).toFixed(1)}`,
      cost === undefined ? 'unknown' : dollars(cost / attempts.length),
    ];
  };
  return [
    ...section('became right', better),
    ...section('became wrong', worse),
    ...section('differ otherwise', other),
    table([
      ['run', 'asked', 'right', 'wrong', 'model calls', 'cost of each'],
      columns(
        'A',
        a,
        pairs.flatMap((pair) => pair.before),
      ),
      columns(
        'B',
        b,
        pairs.flatMap((pair) => pair.after),
      ),
    ]),
    ...(left === 0 ? [] : [`not compared, since only one of the runs asked them: ${left}`]),
  ].join('\n\n');
}

function gain({ before, after }: Pair): number {
  return rightOf(after) / after.length - rightOf(before) / before.length;
}

function section(title: string, pairs: readonly Pair[]): string[] {
  if (pairs.length === 0) return [];
  const lines = pairs.map(({ before, after }) => {
    const { id, thread, question } = after[0]?.question ?? { id: '', thread: [], question: '' };
    return `  ${id}: ${verdictsOf(before)} → ${verdictsOf(after)}: ${[...thread, question].join(' → ')}`;
  });
  return [[`${title}: ${pairs.length}`, ...lines].join('\n')];
}

/** `right`, or `2 right, 1 wrong` of several attempts. */
function verdictsOf(attempts: readonly Attempt[]): string {
  const counts = [...Map.groupBy(attempts, ({ verdict }) => verdict)].toSorted(([a], [b]) =>
    a.localeCompare(b),
  );
  if (attempts.length === 1) return counts[0]?.[0] ?? '';
  return counts.map(([verdict, own]) => `${own.length} ${verdict}`).join(', ');
}
