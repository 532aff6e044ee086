import { wordTable } from './word-table.ts';

/** English that says how to ask rather than what about. Lemmas. Nothing here names anything that a data model holds. */

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Says nothing about which data is meant. */
const fillerWords = set(`
  a an the of to in on at for from with by per and or as is be am being do can could would should may might must
  i you we they he she it me us them my your our their his her its one ones who whom whose which what when where how
  this that these those there then than so such also too very just only even ever
  please show give tell list display find get fetch want need like know see look let help present provide create make
  plot chart graph draw visualize visualise table report overview summary summarize summarise analysis analyze analyse
  question answer data dataset database information info figure result record entry row
  have do happen occur exist take place come go generate bring earn achieve reach receive compute calculate
  all any each every both some entire whole altogether together respective respectively
  about around regarding concerning across among amongst within during over through throughout between into onto off out up down
  many much
  hi hello hey thanks thank ok okay kindly quickly now currently current actually exactly really simply basically
  via using
  s t re ve ll d m same instead again
  if whether because while since until against
  break broken breakdown split grouped segmented slice sliced divided according based respect term
  view viewed looked having individual separate various
  sort sorted rank ranked ranking ascending descending
  but lasted operate worked worth away single
  located live living belong belonging involving include including included
  handle use work serve manage process run hold perform deal give given pull do doing done support here
  taking making coming going bringing earning happening showing using getting check wonder wondering
  send sent move drive ship teach offer host treat create raise submit carry transport attend participate operate own study play write written
`);

/** Small words that may name something where a model has a value or a member of that name. */
const softWords = set(`
  table report chart graph plot data dataset database information info figure result record entry row question answer
  overview summary analysis use work support manage process run hold give send move drive ship teach offer host treat
  create raise submit carry transport attend operate own study play write term rank view place study
`);

export function isSoftWord(lemma: string): boolean {
  return softWords.has(lemma);
}

/** Verbs that say of anything that it is there; other forms of them say no more. */
const weakVerbs = set(
  'place make take come go generate bring earn achieve reach receive happen occur record compute calculate show list look view see include involve locate live belong get break split slice divide group sort rank base display report handle use work serve manage process run hold perform deal pull move teach offer host treat create raise submit carry transport attend participate operate own play ship check wonder',
);

/** Articles, pronouns, prepositions, conjunctions and auxiliaries in all their forms: the closed classes of English. */
const closedClasses = set(`
  a an the this that these those some any no each every either neither both all such another
  i me my mine myself you your yours yourself he him his himself she her hers herself it its itself we us our ours ourselves
  they them their theirs themselves who whom whose which what one ones
  of in on at by for with from to into onto out off up down over under above below about around across after before since
  until till during through throughout between among against within without along behind beyond near per via than as like
  and or nor but so yet if unless because although though while whereas when where why how whether
  be am is are was were been being have has had having do does did done doing will would shall should can could may might
  must ought not too very also just only even still already again ever never now then here there
  more most less least much many few fewer
`);

/** Whether a word belongs to the grammar of English, whatever data there is. */
export function isGrammarWord(word: string): boolean {
  return closedClasses.has(word) || negations.has(word);
}

/** The word itself is small; other forms of a small verb are not meant. */
export function isSmallWord(word: string): boolean {
  return fillerWords.has(word) || aggregateWords[word] !== undefined || isGrammarWord(word);
}

/** Whether a word says nothing about which data is meant, in any of its forms (`place`, `placed`). */
export function isFiller({ word, lemma }: { readonly word: string; readonly lemma: string }): boolean {
  if (fillerWords.has(word) || fillerWords.has(lemma)) return true;
  const verb = /^(\p{L}{3,}?)(?:ed|d)$/u.exec(word)?.[1];
  return verb !== undefined && (weakVerbs.has(verb) || weakVerbs.has(`${verb}e`));
}

/** Words that name nothing of a model by themselves: fillers and aggregates. */
export function isFunctionWord(token: { readonly word: string; readonly lemma: string }): boolean {
  return isFiller(token) || aggregateWords[token.lemma] !== undefined;
}

export const groupingWords = set('by per each every across among amongst wise');

export const negations = set(
  'not no without excluding exclude except excepting besides non never excludes minus ignoring ignore omit omitting outside',
);

export const numberWords = wordTable<number>({
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  fifty: 50,
  hundred: 100,
});

/** Sort downwards, and the largest of something. */
export const mostWords = set(
  'top best highest most largest biggest greatest leading strongest maximum max longest peak busiest heaviest oldest newest',
);
/** Sort upwards, and the smallest of something. */
export const leastWords = set(
  'bottom worst lowest least fewest smallest weakest minimum min shortest lightest poorest youngest',
);
/** Good and bad turn round for what one wants little of. */
export const judgingWords = set('best worst leading strongest weakest poorest');
export const unwelcome =
  /cost|expens|churn|complain|delay|wait|refund|return|cancel|defect|loss|mortalit|late|downtime|latenc|error|fail|readmi|absence|overdue|debt|scrap|waste|incident|accident|bounce|duration|response|resolution/;

/** Ask for the most frequent, which is a count. */
export const frequencyWords = set('popular common frequent frequently often');

/** Ask how many there are of each. */
export const distributionWords = set('distribution distributed distribute spread');

export const shareWords = set('share percent proportion fraction contribution ratio');
export const comparisonWords = set('compare compared comparison versus vs difference differ against');
export const changeWords = set('growth grow change increase decrease decline drop rise changed growing grew');
export const trendWords = set(
  'trend evolution development evolve evolved develop developed developing timeline progression history trending',
);

export type Aggregate = 'count' | 'sum' | 'avg' | 'min' | 'max' | 'distinct';

/** Words that name an aggregate, by lemma. */
export const aggregateWords = wordTable<Aggregate>({
  average: 'avg',
  typical: 'avg',
  typically: 'avg',
  total: 'sum',
  sum: 'sum',
  overall: 'sum',
  combined: 'sum',
  count: 'count',
  number: 'count',
  maximum: 'max',
  max: 'max',
  highest: 'max',
  largest: 'max',
  biggest: 'max',
  greatest: 'max',
  longest: 'max',
  minimum: 'min',
  min: 'min',
  lowest: 'min',
  smallest: 'min',
  shortest: 'min',
  unique: 'distinct',
  distinct: 'distinct',
  different: 'distinct',
});

/** Words of equal meaning in general English; a weak hint, used only where the model itself has no better word. */
const thesaurus: readonly ReadonlySet<string>[] = [
  set('revenue turnover income earnings proceeds sale'),
  set('cost expense expenditure spending'),
  set('customer client buyer shopper'),
  set('employee staff worker personnel colleague'),
  set('user member account'),
  set('country nation'),
  set('city town'),
  set('category kind type'),
  set('supplier vendor'),
  set('quantity unit volume'),
  set('price fee charge'),
  set('order purchase'),
  set('status state stage'),
  set('doctor physician'),
  set('ticket issue'),
  set('duration length time'),
  set('profit gain'),
  set('department division unit'),
  set('gender sex'),
  set('item product article good'),
  set('shop store outlet'),
  set('plan subscription tier'),
  set('region area territory'),
  set('trip journey ride'),
  set('car vehicle'),
  set('shipment delivery consignment'),
];

const people: readonly ReadonlySet<string>[] = [set('female woman girl'), set('male man boy')];

/** What values that are said of people are called otherwise. */
export const samePeople = groupsOf(people);

export const synonyms = groupsOf(thesaurus);

/** The words of all groups that a word is in, itself among them. */
function groupsOf(groups: readonly ReadonlySet<string>[]): (word: string) => readonly string[] {
  const known = new Map<string, string[]>();
  for (const group of groups)
    for (const word of group) known.set(word, [...(known.get(word) ?? []), ...group]);
  return (word) => known.get(word) ?? [];
}

/** Units that may stand between a number and what it counts. */
export const unitWords = set(
  'day hour minute second week month year euro dollar pound usd eur gbp percent point star unit piece kg kilogram gram ton tonne km kilometer kilometre mile meter metre',
);
