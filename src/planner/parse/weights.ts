/**
 * What it costs to read a question in a certain way. A reading is as good as its costs are low; those that leave least
 * unexplained win. One unit is about what a harmless verb that nothing explains costs twice.
 */
export const weights = {
  /** Naming something by words that name something else in another relation better, for the difference. */
  outdone: 1.6,
  /** Naming something by words that are unlike its name, for the whole of the difference. */
  unlike: 1.6,
  /** Each thing named: fewer are simpler. */
  link: 0.04,
  /** A member that has a smaller relation of its own. */
  stranger: 0.13,
  /** A member of a cube that extends a nearer one, for that reason alone: the trade of supervisors, who are technicians. */
  namesake: 0.39,
  /** By a name that several have who count as one. */
  namesakes: 0.4,
  /** Somebody by another role than the one that is said: "employees with manager Kim" are not Kim. */
  otherRole: 1.6,
  /** The plural of something that the model has rows of, read as a value of something else. */
  valueOfThing: 0.5,
  /** A value of one thing beside another that has it too: "London restaurants" by the city of their guests. */
  valueOfOther: 0.5,
  /** What a thread has taken for another thing's before: the city of guests after that of restaurants. */
  settledOtherwise: 0.3,
  /** A small word that says nothing about the data. */
  filler: 0.02,
  /** Such a word that also names something: the items of a shop. */
  namedFiller: 0.25,
  /** Leaving aside the only verb or adjective that may narrow the rows. */
  unrestricted: 0.8,
  /** Leaving aside a word that names something. */
  ignored: 0.4,
  /** A word of the grammar that does something. */
  operator: 0.07,
  /** A number that something may explain. */
  knownNumber: 0.05,
  /** A number that nothing explains. */
  number: 3,
  /** A condition on how values are written: "starting with B". */
  textMatch: 0.08,
  /** A bucket of time: "monthly". */
  grain: 0.1,
  /** Words that nothing explains, by their kind. */
  'skip.adverb': 0.3,
  'skip.verb': 0.35,
  'skip.adjective': 0.9,
  'skip.noun': 2.5,
  /** A noun that only says of what kind a name is, before it is known whether it does. */
  'skip.kind': 1,
  'skip.name': 8,
  /** A noun with an article after a preposition at the end, which says where it all is: "in the catalogue". */
  'skip.closing': 0.7,
  'skip.quoted': 8,
  /** A participle after a form of "be" says something of the rows, unless what follows says it: "were returned". */
  'skip.participle': 1,
  /** Another form of a word that says nothing. */
  lightVerb: 0.06,
  /** An adjective or noun directly before what is named narrows it. */
  modifier: 3,
  /** A word from the description of what is chosen. */
  described: 0.25,
  /** A word that may mean the same as one of those. */
  related: 0.7,
  /** Such a word directly before it. */
  describedModifier: 1,
  /** Asking which of something there is by a word of its description alone. */
  describedGroup: 0.5,
  /** A word from the name of what is chosen, repeated. */
  repeated: 0.08,
  /** A word that names something elsewhere in the model. */
  elsewhere: 1.6,
  /** Something named that the query does not use. */
  unused: 2.2,
  /** The relation's own name without a part of its own. */
  relationUnused: 0.03,
  /** A word of the grammar that changes the query, but has nothing to change. */
  'idle.not': 4,
  'idle.aggregate': 1.8,
  'idle.ratio': 2.2,
  'idle.change': 2.2,
  'idle.running': 1.2,
  'idle.by': 0.7,
  'idle.per': 1.2,
  'idle.each': 0.4,
  'idle.apart': 2.2,
  'idle.spread': 1,
  'idle.who': 0.6,
  'idle.where': 1.2,
  'idle.future': 3,
  'idle.advice': 3,
  'idle.when': 0.8,
  'idle.between': 0.3,
  'idle.than': 1.2,
  'idle.unsupported': 2,
  'idle.first': 0.8,
  'idle.last': 0.8,
  /** A bucket of time that nothing is split by. */
  idleGrain: 0.8,
  /** Denied of things that have several: "browsers that do not support it". */
  deniesOthers: 1,
  /** A verb denied rather than a value: "do not support it". */
  negatedVerb: 0.8,
  /** "How much" of nothing that has an amount. */
  muchOfRows: 1.2,
  /** A sum or a count said of a figure that is one already: "total number of orders". */
  restated: 0.05,
  /** "Different" said of a figure that does not tell values apart. */
  restatedDistinct: 0.3,
  /** Nothing says what to compute: rows are counted. */
  impliedCount: 0.45,
  /** Nothing says what to do: records are listed. */
  impliedList: 0.3,
  /** A number without anything that says how to put it together. */
  impliedAggregate: 0.25,
  /** The same where a measure adds it up, which is what most people mean. */
  impliedSum: 0.02,
  /** The same where no measure puts it together: it is averaged. */
  impliedAverage: 0.5,
  /** An aggregate that no measure has, of the numbers that a measure is made of. */
  unmeasured: 0.02,
  /** Reading a mean as how many there are: "how many shares" of the share price. */
  countByMean: 1.2,
  /** Reading a sum as how many there are: "number of units". */
  countBySum: 0.2,
  /** Counting by a name that is a sum's, too, after "total": "total expenses". */
  countOfSum: 0.3,
  /** Adding up or averaging numbers that only tell rows apart. */
  aggregatedKey: 2.5,
  /** The highest or lowest of a measure where nothing is ranked. */
  extreme: 0.1,
  /** What is grouped by is not introduced as such. */
  bareGroup: 0.4,
  /** The same in the plural: "how hard are the materials". */
  pluralGroup: 0.25,
  /** Splitting by a number that is added up or averaged: "by profit" ranks. */
  groupedAmount: 0.3,
  /** Splitting by a kind of people where the people themselves are named: "per customer" by customer segment. */
  groupedKind: 1.2,
  /** A further figure without "and" or a comma before it. */
  unjoinedFigure: 0.45,
  /** A time named apart from the dates and buckets that would use it. */
  strayTime: 0.3,
  /** A period that is yet to come, by a time of which nothing is known so far ahead. */
  beyondData: 0.6,
  /** A time that dates something else than what is named with it. */
  otherTime: 1.2,
  /** A time named where there are neither dates nor buckets to use it. */
  idleTime: 1.1,
  /** A bucket without "by", "per" or the like before it. */
  bareGrain: 0.1,
  /** Buckets, or a trend, where there are no dates. */
  'timeless.grain': 2.5,
  'timeless.trend': 2,
  /** "By" before a figure that nothing is ranked by. */
  strayBy: 0.2,
  /** Values counted without a word that says so. */
  undistinct: 0.25,
  /** A noun that only says what kind of thing a value belongs to: "gold members". */
  bearer: 0.6,
  /** The same where the noun is the name of a dimension. */
  bearerDimension: 0.05,
  /** The same where the noun is a value itself: "Enterprise customers". */
  bearerValue: 0.5,
  /** The same directly before a figure, which it narrows: "insurance cost". */
  compound: 2,
  /** A verb that names a time, without a date: "resolved the most tickets" takes what has been resolved. */
  bareVerb: 0.15,
  /** Only what has been done, where the words say what to do: "takes longest to resolve". */
  infinitive: 1,
  /** Rows without what tells them apart: those of another relation are meant. */
  missingKey: 3,
  /** A value of what an earlier message neither split by nor narrowed. */
  otherPart: 0.1,
  /** Counting what was asked to be listed. */
  unlisted: 0.4,
  /** Nothing says what to compute, but the rows are named, or said to be spread. */
  namedCount: 0.12,
  /** Ranking rows by how many of them there are. */
  ranksRows: 1.5,
  /** Ranking rows that nothing names. */
  impliedRows: 0.3,
  /** Ranking by how many rows there are, where nothing says by what: less where the rows are named and others are ranked. */
  'impliedRank.often': 0.02,
  'impliedRank.named': 0.12,
  'impliedRank.unnamed': 0.9,
  /** What is busiest, where nothing says of what: more where it is not known at which times of day that was. */
  impliedEvents: 0.1,
  'impliedEvents.untimed': 0.4,
  /** Counting rows of a relation that only refers to the thing that a value belongs to. */
  countsReferrers: 0.2,
  /** Computed through rows that the question does not name. */
  throughOthers: 1.2,
  /** Figures of rows that belong to rows of the relation, where their own relation may have more of them. */
  throughMany: 0.3,
  /** A figure of what rows belong to beside one of the rows themselves: what has no rows is missing. */
  throughFewer: 0.5,
  /** Counting what is named as a single one: "the driver of this trip". */
  countedOne: 1,
  /** All that a cube has rows of, by a name that only some of them deserve. */
  allInRole: 0.9,
  /** Listing nothing but what was asked for: "what does iron do". */
  trivial: 2,
  /** "Which" with a figure, but nothing that tells which. */
  unselective: 0.8,
  /** A question that is answered by yes or no. */
  yesOrNo: 1.4,
  /** A number of hours or days for how long something takes, which it does not say: the days that a client has to pay. */
  otherDuration: 2,
  /** Units that the data does not have. */
  otherUnit: 2,
  /** A percentage compared with a measure that is none. */
  notPercent: 2,
  /** A comparison that nothing is compared by, or only what tells rows apart. */
  comparesNothing: 3,
  /** A comparison with the only amount that fits, which nothing names. */
  impliedAmount: 0.3,
  /** A value after a comparison: "taller than 2 blocks" speaks of units. */
  comparedValue: 0.8,
  /** One thing that would have to be two. */
  twice: 1.2,
  /** Going on from a question that was not understood. */
  orphan: 1,
  /** "Which" without what is to be named. */
  idleWhich: 0.5,
  /** A share with a filter by a value, where the share of each group may be meant. */
  whoseShare: 0.3,
  /** Splitting by the date of something that is named without one. */
  impliedDate: 0.4,
  /** Things of different kinds that "and" joins. */
  uneven: 0.25,
  /** Values of different dimensions that "or" joins. */
  unevenOr: 0.8,
  /** The share of the rows that a condition holds for, as their rate: "cancellation rate". */
  impliedShare: 0.15,
  /** A number that is only said to be there: more than none of it is meant. */
  impliedSome: 0.35,
  /** Where a value is in several dimensions and nothing tells which. */
  tornValue: 0.5,
  /** A value that is counted: one narrows what is counted more often than it is counted itself. */
  countedValue: 0.12,
  /** The same where it is a value of something else than what would be counted: lifts by the parts for them. */
  countedStranger: 0.6,
  /** A value where an answer is split or asked for, by that word; `stranger` is "which" before a value of another thing. */
  'askedValue.by': 0.5,
  'askedValue.per': 0.8,
  'askedValue.stranger': 0.6,
  'askedValue.other': 0.12,
  /** Splitting by something where a value of the rows is called so, after what was done: "made by phone". */
  doneByValue: 0.5,
  /** "From" before a value of a destination, or "to" before one of an origin. */
  otherDirection: 0.4,
  /** A verb read as a value before a date, where a time is called by it: "delivered in June". */
  datedVerb: 0.65,
  /** A reading that cannot be completed to a query: less where it is certain that the data is to blame. */
  'incomplete.certain': 0.25,
  'incomplete.open': 1.5,
  /** Reading a message by itself that sounds like a follow-up, or the other way round. */
  against: 0.6,
  /** As short as a question that goes on, and as whole as one of its own: both are offered. */
  bare: 0.01,
  /** Counting rows in a thread without a word that says so. */
  impliedInThread: 0.3,
  /** Going on from an earlier message in another relation. */
  moved: 0.2,
  /** In plainer words than it was put. */
  paraphrased: 0.15,
  /** A follow-up that is nothing but a bound for what was asked before. */
  impliedBound: 0.3,
  /** A follow-up that says something, but leaves the query as it was. */
  unchanged: 3,
  /** The same where the figure asked for before is not there, and the rows are not named anew. */
  lostFigure: 1,
  /** "In those jobs" read of all jobs, where only some were shown. */
  lostReference: 1.2,
  /** A relation that the search found later, for each place up to the eighth. */
  place: 0.01,
  /** A cube rather than a view. */
  cube: 0.02,
  /** A cube with what it joins rather than alone. */
  joinedCube: 0.06,
  /** A relation narrowed by the rows that refer to it rather than those rows. */
  referredCube: 0.06,
  /** The same by rows of a view that shares no more than a name with them. */
  referredByName: 3,
} as const;

/** What a reading may be charged. */
export type Price = keyof typeof weights;

/** Ways to take a question apart that cost so much more than the best are not followed. */
export const maxDetour = 4;
/** Readings that cost more are not answered. */
export const maxCost = 1;
/** Readings that cost more are not offered either, so that none leaves a noun aside. In two of five such questions, one of the first two is meant. */
export const maxOffered = 2.4;
/** Charged where nothing says which figure is meant, so that another relation may be as good. */
const unnamed: readonly Price[] = [
  'impliedAmount',
  'impliedRows',
  'impliedRank.often',
  'impliedRank.unnamed',
  'impliedEvents',
];

/** How much the next reading with another meaning must cost more, by what the best one costs. */
export function minMargin(
  cost: number,
  charges: ReadonlyMap<Price, number>,
  next: ReadonlyMap<Price, number>,
): number {
  const isLike = (next.get('unlike') ?? 0) <= (charges.get('unlike') ?? 0);
  if (isLike && unnamed.some((price) => (charges.get(price) ?? 0) > 0)) return 0.3;
  return Math.min(Math.max(cost / 4, 0.05), 0.15);
}
