import { wordTable } from './word-table.ts';

/**
 * The closed classes of English, each word with what it does in a question. Nothing here names anything that a data model
 * holds; open-class words are read from the model, its data and the lexical resource.
 */

export type Aggregate = 'avg' | 'min' | 'max' | 'sum' | 'count' | 'distinct' | 'median';

/** What a word or phrase of the table does. */
export type Operator =
  /** `occasions` where it counts what happened, and nothing else. */
  | { readonly kind: 'aggregate'; readonly aggregate: Aggregate; readonly occasions?: true }
  /** Sorts by what follows, or by what is named elsewhere. */
  | { readonly kind: 'rank'; readonly direction: 'desc' | 'asc'; readonly judges?: true; readonly top?: true }
  | { readonly kind: 'by' | 'per' | 'each' | 'apart' | 'which' | 'many' | 'much' | 'when' | 'where' | 'who' }
  | { readonly kind: 'not' | 'and' | 'or' | 'with' | 'of' | 'in' | 'than' | 'between' | 'whether' }
  | { readonly kind: 'share'; readonly percent: boolean }
  | { readonly kind: 'change'; readonly direction?: 'up' | 'down' }
  | {
      readonly kind:
        | 'ratio'
        | 'future'
        | 'advice'
        | 'running'
        | 'compare'
        | 'trend'
        | 'spread'
        | 'often'
        | 'list'
        | 'first'
        | 'last'
        /** Asks for what no query here does. */
        | 'unsupported';
    }
  | { readonly kind: 'filler' };

const becoming = 'get gets got getting gotten become becomes became becoming';
const going = 'go goes went going gone';

/** Each verb with each word behind it, as phrases. */
function together(verbs: string, behind: string): string {
  return verbs
    .split(' ')
    .flatMap((verb) => behind.split(' ').map((word) => `${verb}_${word}`))
    .join(' ');
}

const rows: readonly (readonly [Operator, string])[] = [
  [{ kind: 'aggregate', aggregate: 'avg' }, 'average averaged avg mean typical typically on_average'],
  [{ kind: 'aggregate', aggregate: 'median' }, 'median'],
  [
    { kind: 'aggregate', aggregate: 'sum' },
    'total sum overall combined altogether summed in_total in_all all_told add_up adds_up',
  ],
  [
    { kind: 'aggregate', aggregate: 'count' },
    'number_of count counts count_of total_number_of amount_of number numbers',
  ],
  [{ kind: 'aggregate', aggregate: 'count', occasions: true }, 'how_often how_many_times number_of_times'],
  [{ kind: 'aggregate', aggregate: 'max' }, 'maximum max'],
  [{ kind: 'aggregate', aggregate: 'min' }, 'minimum min'],
  [{ kind: 'aggregate', aggregate: 'distinct' }, 'distinct different unique'],
  [
    { kind: 'rank', direction: 'desc' },
    'most highest largest biggest greatest peak comes_first come_first ranks_first number_one highest_first largest_first tops_the_list rank ranked ranking sort sorted in_descending_order descending',
  ],
  [
    { kind: 'rank', direction: 'asc' },
    'least lowest smallest fewest comes_last come_last lowest_first smallest_first in_ascending_order ascending',
  ],
  [{ kind: 'rank', direction: 'desc', judges: true }, 'best strongest leading leads lead'],
  [{ kind: 'rank', direction: 'asc', judges: true }, 'worst weakest poorest'],
  [{ kind: 'rank', direction: 'desc', top: true }, 'top'],
  [{ kind: 'rank', direction: 'asc', top: true }, 'bottom'],
  [
    { kind: 'by' },
    'by broken_down_by break_down_by breakdown_by split_by split_up_by divided_by_the grouped_by group_by across among amongst according_to sorted_by ranked_by ordered_by sort_by order_by rank_by in_terms_of based_on depending_on in_order_of in_the_order_of wise split_between divided_between segmented_by separated_by between_the',
  ],
  [{ kind: 'per' }, 'per'],
  [
    { kind: 'each' },
    'each every respective for_each for_every in_each in_every by_each within_each combination_of every_combination_of for_every_combination_of for_each_combination_of',
  ],
  [{ kind: 'apart' }, 'separately respectively individually'],
  [{ kind: 'which' }, 'which what whose'],
  [{ kind: 'many' }, 'how_many'],
  [{ kind: 'much' }, 'how_much how_large how_high how_big'],
  [{ kind: 'when' }, 'when'],
  [{ kind: 'where' }, 'where'],
  [{ kind: 'who' }, 'who whom'],
  [
    { kind: 'not' },
    'not no without excluding exclude except excepting besides non never excludes minus ignoring ignore omitting omit other_than apart_from aside_from rather_than but_not not_including not_counting leaving_out skip skipping disregard disregarding outside_of outside neither nor lacking lack lacks missing_a_value_for missing leave_out',
  ],
  [{ kind: 'and' }, 'and & but plus as_well_as along_with together_with alongside also both'],
  [{ kind: 'or' }, 'or'],
  [{ kind: 'with' }, 'with having have has had that_have who_have which_have'],
  [{ kind: 'of' }, 'of'],
  [
    { kind: 'in' },
    'in from at on within inside into to for during throughout worth over due_to because_of thanks_to through via',
  ],
  [{ kind: 'than' }, 'than'],
  [{ kind: 'between' }, 'between'],
  [{ kind: 'whether' }, 'whether if'],
  [
    { kind: 'share', percent: true },
    'percent percentage per_cent as_a_percentage_of percentage_of in_percent in_per_cent % what_percent as_a_rate',
  ],
  [
    { kind: 'share', percent: false },
    'share proportion fraction share_of proportion_of fraction_of contribution contributes contribute accounts_for account_for makes_up make_up made_up',
  ],
  [
    { kind: 'ratio' },
    'ratio divided_by relative_to as_a_multiple_of in_relation_to ratio_of in_proportion_to',
  ],
  [
    { kind: 'future' },
    'will shall tomorrow going_to still_to_be still_to_come yet_to_be yet_to_come expect expected forecast forecasts predict predicted prediction projection next_year next_month next_week next_quarter',
  ],
  [{ kind: 'advice' }, 'should ought mean_by'],
  [
    { kind: 'change' },
    `change changed changing by_what_percentage by_what_percent by_how_much by_how_many_percent ${together(becoming, 'better worse')}`,
  ],
  [
    { kind: 'change', direction: 'up' },
    `growth growth_rate rate_of_growth grow grew grown growing increase increased rise rose risen gained ${together(becoming, 'higher larger bigger')} ${together(going, 'up')}`,
  ],
  [
    { kind: 'change', direction: 'down' },
    `decrease decreased decline declined drop dropped fall fell ${together(becoming, 'lower smaller')} ${together(going, 'down')}`,
  ],
  [
    { kind: 'running' },
    'cumulative cumulated cumulatively accumulated running_total cumulative_total running_sum cumulative_sum',
  ],
  [
    { kind: 'compare' },
    'more less better worse higher lower larger smaller bigger greater fewer compare compared comparing comparison versus vs against differ difference differs gap compares',
  ],
  [
    { kind: 'trend' },
    'trend trends trending over_time time_series evolution evolve evolved evolves develop developed development timeline history progression going_up_or_down going_down_or_up',
  ],
  [
    { kind: 'spread' },
    'distribution distributed distribute spread breakdown broken_down split_up divided split break_down',
  ],
  [{ kind: 'often' }, 'popular common frequent frequently often'],
  [{ kind: 'list' }, 'list name names enumerate'],
  [
    { kind: 'unsupported' },
    'once twice thrice at_least at_most in_a_row starts_with start_with starting_with begins_with begin_with beginning_with ends_with end_with ending_with ends_in as_many as_much_as',
  ],
  [{ kind: 'first' }, 'earliest first'],
  [{ kind: 'last' }, 'latest last most_recent recent'],
  [
    { kind: 'filler' },
    `a an the this that these those there here then so such too very just only even ever still yet already again all any some whole entire
     is are was were be been being am do does did done doing can could would may might must
     i you we they he she it me us them my your our their his her its one ones
     please pls plz show give tell me display find get fetch want need like know see look let help present provide create make
     plot chart graph draw visualize visualise table report overview summary summarize picture view figure figures result results
     how about regarding concerning as up off down using
     hi hello hey thanks thank ok okay kindly quickly now currently actually exactly really simply basically
     looking wondering wonder curious interested pull check calculate compute work determine
     together instead same data dataset database information info question answer records record rows row entries entry
     go goes went come comes came happen happened exist exists existing found there_are do_we_have did_we_have we_have s
     anything something anyone anybody everyone everybody someone somebody much many few which_is which_are that_are that_is that_was that_were being various type_of types_of kind_of kinds_of sort_of sorts_of
     each_other side up_to_now so_far available respective given certain particular following listed based belonging belong located
     say said terms case cases because while until against whereas although because roughly approximately about around
     got getting take takes took taken taking make makes made making place places placed placing put bring brought generate generated achieve achieved receive received occur occurred recorded get gets gave
     what_about how_about at_all at_once all_time ${together('whole entire full', 'period time')} ${together('all_years all_months all_quarters all_weeks', 'together combined')} ${together('all_the all_these', 'years months quarters weeks')} ever single quick either item items thing things had have_been has_been carried_out`,
  ],
];

/** Every word and phrase of the table, with what it does. */
export const phrases = wordTable<Operator>(
  Object.fromEntries(
    rows
      .flatMap(([operator, words]) =>
        words
          .trim()
          .split(/\s+/)
          .map((word) => [word.replaceAll('_', ' '), operator]),
      )
      .reverse(),
  ),
);
const longest = 1 + Math.max(...Object.keys(phrases).map((phrase) => phrase.split(' ').length));

/** Words of the table that are long enough to be known when they are mistyped. */
export const spellable: readonly string[] = Object.keys(phrases).filter((phrase) =>
  /^[a-z]{5,}$/.test(phrase),
);

/** Pronouns for what was said or shown before. */
const objects: ReadonlySet<string> = new Set(['it', 'that', 'this', 'them', 'these', 'those']);

/** The longest phrase of the table that begins at a place, and how many words it has. */
export function operatorAt(
  words: readonly { readonly word: string; readonly afterBreak: boolean }[],
  at: number,
): { readonly operator: Operator; readonly length: number } | undefined {
  for (let length = Math.min(longest, words.length - at); length > 0; length -= 1) {
    const span = words.slice(at, at + length);
    if (span.slice(1).some((it) => it.afterBreak)) continue;
    // "Visits in all" are summed, "in all the shops" says where.
    if (length > 1 && span.at(-1)?.word === 'all' && isDetermined(words[at + length])) continue;
    // "Break that down by": the object of a verb stands before its particle.
    const said = span.filter(({ word }, place) => place === 0 || !objects.has(word) || place === length - 1);
    // "In all these years" is one of the whole.
    const operator = phrases[inWords(span)] ?? phrases[inWords(said)];
    if (operator !== undefined) return { operator, length };
  }
  return undefined;
}

function inWords(span: readonly { readonly word: string }[]): string {
  return span.map(({ word }) => word).join(' ');
}

function isDetermined(next: { readonly word: string; readonly afterBreak: boolean } | undefined): boolean {
  const isNoun = (word: string): boolean =>
    phrases[word] === undefined || /^(?:the|our|my|their|these|those)$/.test(word);
  return next !== undefined && !next.afterBreak && isNoun(next.word);
}

/** What a single word does; undefined for words of the open classes. */
export function operatorOf(word: string): Operator | undefined {
  return phrases[word];
}

export function isFillerWord(word: string): boolean {
  return phrases[word]?.kind === 'filler';
}

export const ordinals = wordTable<number>({
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  '1st': 1,
  '2nd': 2,
  '3rd': 3,
  '4th': 4,
  '5th': 5,
  '6th': 6,
  '7th': 7,
  '8th': 8,
  '9th': 9,
  '10th': 10,
});

/** Nouns that only say of what kind a name is: "education level", "payment type". */
export const kindNouns: ReadonlySet<string> = new Set(
  'level type kind sort name category group status class content amount value'.split(' '),
);

/** Those of them that say the same: "food group" is a kind of food. */
export const sorts: readonly string[] = ['category', 'class', 'group', 'kind', 'sort', 'type'];

/** Numbers as words. */
export const numberWords = wordTable<number>({
  zero: 0,
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

/** Source of a pattern for a number in digits or as a word. */
export const numberPattern = `(?:\\d[\\d.,]*|${Object.keys(numberWords).join('|')})`;

/** Units that are mostly written short, in full. */
export const unitNames = wordTable<string>({
  kcal: 'kilocalorie',
  kj: 'kilojoule',
  mg: 'milligram',
  g: 'gram',
  kg: 'kilogram',
  km: 'kilometre',
  cm: 'centimetre',
  mm: 'millimetre',
  kw: 'kilowatt',
});

/** Units that may stand behind a number without naming a member. */
export const unitWords = new Set(
  'm m2 m3 cm mm ft h hr min g mg kcal kj ml kw mw kwh mwh gwh gb mb kb l c f sqm lb mph kmh eur day hour minute second week month year euro dollar pound usd eur gbp percent point star unit piece kg kilogram gram ton tonne km kilometer kilometre mile meter metre old'.split(
    ' ',
  ),
);
