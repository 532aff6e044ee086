import { entityDimension, isNaming } from '../link/entities.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import { open, use } from './scene.ts';

/** "What is spinach called in Tamil?": the name that something named elsewhere has here, under what else is said. */
export function readCalled(draft: Draft): void {
  const { items, question, conditions, groups, figures, lexicon } = draft;
  if (groups.length + figures.length > 0 || !/^\W*what\b/i.test(question.text)) return;
  const at = items.findIndex(
    (item) => item.kind === 'word' && /^call(?:s|ed)?$/.test(question.tokens[item.from]?.word ?? ''),
  );
  const [named, ...others] = conditions.flatMap(({ filter }) =>
    filter.kind === 'values' && !filter.negated && isNaming(filter.dimension) ? [filter] : [],
  );
  const name = entityDimension(lexicon.cube);
  if (at < 0 || named === undefined || others.length > 0 || conditions.length < 2) return;
  if (name === undefined || !isNaming(name) || name === named.dimension) return;
  explain(draft, at);
  use(draft, ...open(draft, 'which', 'list').map((it) => it.at));
  for (const dimension of named.values.length > 1 ? [named.dimension, name] : [name])
    groups.push({ dimension, at, cue: 'list' });
}
