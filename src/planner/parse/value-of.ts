import { mainAmount } from '../link/main-amount.ts';
import { explain } from './cues.ts';
import { type Draft, statedFigure } from './draft.ts';
import { joinFigure } from './figures.ts';
import { afterBreak, type Lead, linkAt, operatorOfItem, use } from './scene.ts';

/** "Average order value": the first amount of money that adds up, divided by how many there are. @returns whether it is one */
export function readValueOf(draft: Draft, at: number, lead: Lead): boolean {
  const { cube, rowCount } = draft.lexicon;
  const entry = linkAt(draft, at)?.entry;
  const count = entry?.kind === 'relation' ? rowCount : entry?.kind === 'measure' ? entry.measure : undefined;
  const next = draft.items[at + 1];
  const isValue = next?.kind === 'word' && draft.question.tokens[next.from]?.lemma === 'value';
  const mean = lead.modifiers.find(
    (place) => operatorOfItem(draft.items[place], 'aggregate')?.aggregate === 'avg',
  );
  // What the model calls so itself is meant.
  if (draft.lexicon.byKey.has('value')) return false;
  if (!isValue || afterBreak(draft, at + 1) || mean === undefined) return false;
  const amount = mainAmount(cube);
  if (count?.type.startsWith('count') !== true || amount === undefined) return false;
  joinFigure(draft, at, lead);
  use(draft, at, mean, lead.cue?.kind === 'and' ? lead.cue.at : undefined);
  explain(draft, at + 1);
  draft.figures.push(
    statedFigure(
      {
        kind: 'ratio',
        part: { kind: 'measure', measure: amount },
        whole: { kind: 'measure', measure: count },
      },
      at,
    ),
  );
  return true;
}
