import type { CubeMetadata } from '../contract/tools.ts';
import { namedValues } from '../semantic/search/named-values.ts';
import { askedWords } from '../semantic/search/words.ts';
import type { TurnData } from '../services/chat/turn.ts';

const maxValues = 20;
const maxDimensions = 5;

/**
 * What the dimensions of a query without rows have, such as `channel has online, store`: its filters may be spelled otherwise, or
 * be about a time without data. Undefined if nothing is known of them.
 * @throws AppError as a search; the signal's reason
 */
export async function emptyResultHint(
  sql: string,
  data: Pick<TurnData, 'searchMetadata'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const literals = [...sql.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = '']) => text.replaceAll("''", "'"));
  const names = new Set(sql.replace(/'(?:[^']|'')*'/g, ' ').match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  const filters = literals.join(', ');
  const cubes = await data.searchMetadata(`${[...names].join(' ')} ${filters}`, signal, filters);
  const hints = cubes.filter(({ name }) => names.has(name)).flatMap((cube) => hintsOn(cube, names, literals));
  return hints.length === 0 ? undefined : `${hints.slice(0, maxDimensions).join('. ')}.`;
}

function hintsOn(
  { name: relation, dimensions }: CubeMetadata,
  used: ReadonlySet<string>,
  literals: readonly string[],
): readonly string[] {
  const asked = askedWords(literals.join(' '));
  return dimensions.flatMap(({ name, values = [], valuesComplete, range }) => {
    const bare = name.slice(relation.length + 1);
    if (!used.has(bare)) return [];
    if (range !== undefined) return [`${bare} has data from ${range[0]} to ${range[1]}`];
    // A filter that is spelled as the data spells it is not what left no rows.
    if (values.length === 0 || literals.some((text) => values.includes(text))) return [];
    const shown = [...new Set([...namedValues(asked, values), ...values])].slice(0, maxValues);
    const rest = valuesComplete === true && shown.length === values.length ? '' : ', among others';
    return [`${bare} has ${shown.join(', ')}${rest}`];
  });
}
