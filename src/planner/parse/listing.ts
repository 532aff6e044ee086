import { entityDimension } from '../link/entities.ts';
import { operatorOfItem, type Scene } from './scene.ts';

/** Whether records are asked for in so many words. */
export function isExplicitList(scene: Scene): boolean {
  // "Names per language" are counted.
  const isSplit = scene.items.some((item) => operatorOfItem(item, 'per', 'each') !== undefined);
  return scene.items.some(
    (item) =>
      operatorOfItem(item, 'list') !== undefined &&
      !(isSplit && scene.question.tokens[item.from]?.word === 'names'),
  );
}

/** "Over 60 - show job and age": whether what is shown of each record stands behind what narrows them. */
export function showsAttributes({ items, question, lexicon }: Scene): boolean {
  const place = items.findIndex(({ from }, at) => {
    const token = question.tokens[from];
    const begins = at > 0 && (token?.afterBreak === true || token?.dashed === true);
    return begins && /^(show|give|display|list)$/.test(token.word);
  });
  const isOfEach = items.every(
    (item) =>
      operatorOfItem(
        item,
        ...(['aggregate', 'rank', 'often', 'share', 'change', 'running', 'compare', 'ratio'] as const),
        ...(['by', 'per', 'each', 'many', 'much', 'trend', 'spread'] as const),
      ) === undefined && item.kind !== 'grain',
  );
  // "States with more than 100 customers" are no records.
  const isOfOthers = items.slice(0, place).some((item) => {
    const entry = item.kind === 'link' ? item.link.entry : undefined;
    if (entry?.kind === 'measure')
      return entry.measure.type.startsWith('count') && entry.measure !== lexicon.rowCount;
    return (
      entry?.kind === 'dimension' &&
      entry.dimension.type === 'string' &&
      entry.dimension !== entityDimension(lexicon.cube)
    );
  });
  return (
    place > 0 &&
    isOfEach &&
    !isOfOthers &&
    items.slice(0, place).some(({ kind }) => kind === 'comparison') &&
    items.slice(place).every(({ kind }) => kind === 'operator' || kind === 'link')
  );
}

/** Whether the question asks for records rather than figures. */
export function lists(scene: Scene): boolean {
  if (showsAttributes(scene)) return true;
  const first = scene.items.findIndex(
    (item) => !(item.kind === 'operator' && item.operator.kind === 'filler'),
  );
  const item = scene.items[first];
  if (operatorOfItem(item, 'list') !== undefined) return isExplicitList(scene);
  if (operatorOfItem(item, 'compare') !== undefined) return false;
  const measures = scene.items.some((it) => it.kind === 'link' && it.link.entry.kind === 'measure');
  const figures = scene.items.some(
    (it) =>
      operatorOfItem(it, 'aggregate', 'many', 'much', 'share', 'rank', 'change', 'running', 'often') !==
      undefined,
  );
  if (measures || figures) return false;
  return operatorOfItem(item, 'which', 'who') !== undefined || listsAttributes(scene);
}

/** "Isotopes of tin with their abundance": what follows "with" is said of each. */
function listsAttributes({ items, question }: Scene): boolean {
  if (items.some((item) => operatorOfItem(item, 'by', 'per', 'each', 'than', 'compare') !== undefined))
    return false;
  return items.some((item, at) => {
    if (operatorOfItem(item, 'with') === undefined || item.to > item.from) return false;
    const next = items.findIndex((it, place) => place > at && operatorOfItem(it, 'filler') === undefined);
    const named = items[next];
    const isMember =
      named?.kind === 'link' &&
      named.link.entry.kind === 'dimension' &&
      named.link.entry.dimension.type !== 'boolean';
    const article = question.tokens[item.to + 1]?.word ?? '';
    const compared = items.slice(next).some(({ kind }) => kind === 'comparison' || kind === 'number');
    return (
      isMember &&
      !compared &&
      !/^(an?|any)$/.test(article) &&
      items.slice(0, at).some(({ kind }) => kind === 'link')
    );
  });
}
