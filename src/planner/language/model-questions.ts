import type { Language } from '../../contract/answer-words.ts';
import { withoutSmallTalk } from './small-talk.ts';

/** A question about the data model rather than of the data. */
export interface ModelQuestion {
  readonly language: Language;
  /** What something means, from when to when there is data, or what can be asked. */
  readonly asks: 'meaning' | 'extent' | 'contents';
  /** As typed; empty where nothing is named. */
  readonly of: string;
  /** "What is a return?" may as well be meant otherwise, where the model has no such name. */
  readonly isOpen: boolean;
}

type Way = readonly [asks: ModelQuestion['asks'], pattern: string, isOpen?: 'open'];

const of = '(?<of>.+?)';
const here = '(?: (?:exactly|here|anyway|in (?:the|this|our|your) (?:data|model|data model|system)))?';
const data = '(?:the |your |our |this )?(?:(?<of>[^,]+?) )?(?:data|dataset|data set|database|figures)';
const moment = '(?:date|day|month|year|time|point in time|moment)';

const english: readonly Way[] = [
  [
    'meaning',
    `how (?:is|are) ${of} (?:defined|calculated|computed|measured|determined|derived|worked out|counted)${here}`,
  ],
  [
    'meaning',
    `how (?:do|does|did) (?:you|we|they|one) (?:define|calculate|compute|determine|work out) ${of}${here}`,
  ],
  [
    'meaning',
    `what (?:do|does) (?:the (?:term|word|measure|metric|figure|column|field) )?(?!(?:you|it|that|this|they|these|those) )${of} (?:mean|stand for)${here}`,
  ],
  ['meaning', `what (?:do|does) ${of} (?:measure|include)${here}`, 'open'],
  ['meaning', `what (?:do (?:you|we) mean|is meant|do (?:you|we) understand) by ${of}${here}`],
  ['meaning', `(?:what(?: is|'s|’s) )?(?:the |your |our )?(?:definition|meaning) of ${of}${here}`],
  ['meaning', `define ${of}`],
  ['meaning', `what (?:counts|qualifies) as ${of}${here}`],
  ['meaning', `what (?:is|are) (?:counted|considered|classed|classified|regarded) as ${of}${here}`],
  ['meaning', `what(?: is|'s|’s) an? ${of}`, 'open'],
  ['extent', `how (?:current|recent|fresh|old|up to date|up-to-date) (?:is|are) ${data}`],
  ['extent', `how far(?: back| ahead)? (?:do|does) ${data} (?:go|reach|run|extend)(?: back)?`],
  [
    'extent',
    `(?:up to|until|up until|till|through|to|since|from|as of|as from) (?:when|(?:what|which) ${moment}) (?:do|does|is|are) ${data}(?: (?:run|go|reach|extend|last|available|there|from|complete|collected|valid))?(?: (?:to|from|until|back))?`,
  ],
  [
    'extent',
    `(?:when|(?:on |at |by |from )?(?:what|which) ${moment}) (?:do|does|did) ${data} (?:start|begin|end|stop|run out|run to|go to|go back to|reach to)`,
  ],
  [
    'extent',
    `(?:since|from|until|till|up to) when (?:do|does) (?:we|you|they) have (?:data|figures|records)(?: (?:about|on|for|of) (?:the |our |your )?${of})?`,
  ],
  ['extent', `when (?:was|were) ${data} (?:last |most recently )?(?:updated|refreshed|loaded)(?: last)?`],
  ['extent', `(?:is|are) ${data} (?:current|up to date|up-to-date|recent|fresh)`],
  [
    'extent',
    `(?:what|which) (?:period|time ?span|time ?frame|time range|date range|range of dates|dates|years|months) (?:do|does|is|are) ${data} (?:cover|span|from|for|include)`,
  ],
  [
    'extent',
    `what(?: is|'s|’s) the (?:latest|most recent|last|newest|first|earliest|oldest) ${moment} (?:in|of) ${data}`,
  ],
  [
    'contents',
    `what(?: else)? (?:can|could|may) (?:i|we|you|one) (?:ask|find out|know|learn|query|tell me|answer)(?: you)?(?: (?:about|on|of|regarding|for) (?:the |our |your )?${of})?`,
  ],
  [
    'contents',
    '(?:(?:please )?help(?: me)?|what (?:can|do) you (?:do|know|offer|answer)(?: for me| here)?|how (?:can|do) (?:you help(?: me)?|(?:i|we) use (?:this|you))|how does this work|who are you|what are you|what is this)',
  ],
  [
    'contents',
    `(?:what|which) data (?:do you have|do we have|is there|is available|can i use)(?: (?:about|on|for|of|in) (?:the |our |your )?${of})?`,
  ],
  [
    'contents',
    `(?:what|which) (?:figures|measures|metrics|kpis|fields|dimensions|columns|information) (?:do you have|are there|is there|are available|is available) (?:about|on|for|of|in) (?:the |our |your )?${of}`,
  ],
];

const daten = '(?:die |ihre |eure |unsere |deine )?(?:(?<of>[^,]+?)[ -]?)?daten';
const article = '(?:der |die |das |den |dem |ein |eine |einen |einer |einem )?';
const zeitpunkt = '(?:datum|tag|zeitpunkt|monat|jahr)';

const german: readonly Way[] = [
  [
    'meaning',
    `wie (?:ist|sind|wird|werden) ${article}${of} (?:definiert|berechnet|gemessen|ermittelt|bestimmt|gezählt)`,
  ],
  ['meaning', `wie (?:definier|berechne)(?:e?st du|e?n sie|e?t ihr|e?n wir|e?t man) ${article}${of}`],
  ['meaning', `was (?:bedeute[tn]|heißt|heisst|heißen|misst) (?!das$|dies$|es$)${article}${of}`],
  ['meaning', `was (?:versteht man|verstehen sie|verstehst du|versteht ihr) unter ${article}${of}`],
  ['meaning', `was ist (?:mit|unter) ${article}${of} (?:gemeint|zu verstehen)`],
  [
    'meaning',
    `(?:(?:was|wie) (?:ist|lautet) )?(?:die )?(?:definition|bedeutung) (?:von |des |für )?${article}${of}`,
  ],
  ['meaning', `definiere ${article}${of}`],
  ['meaning', `was (?:zählt|gilt) als ${article}${of}`],
  ['meaning', `was ist (?:ein|eine) ${of}`, 'open'],
  [
    'extent',
    `(?:bis|ab|seit|von)(?: zu)? (?:wann|welche[mnr] ${zeitpunkt}) (?:reichen|reicht|gehen|gibt es|laufen|liegen|sind|stammen|haben (?:wir|sie)|habt ihr|hast du) ${daten}(?: vor| da| vorhanden| verfügbar)?`,
  ],
  ['extent', `wie (?:aktuell|frisch|alt|neu) (?:sind|ist) ${daten}`],
  ['extent', `wie weit (?:reichen|gehen) ${daten}(?: zurück)?`],
  ['extent', `(?:sind|ist) ${daten} (?:aktuell|auf dem neuesten stand)`],
  ['extent', `(?:wann|wo) (?:beginnen|enden|starten) ${daten}`],
  ['extent', `wann wurden ${daten} (?:zuletzt |das letzte mal )?(?:aktualisiert|geladen)`],
  [
    'extent',
    `welche[nrs]? (?:zeitraum|zeit|zeitspanne|jahre|monate) (?:umfassen|decken|betreffen|enthalten) ${daten}(?: ab)?`,
  ],
  [
    'contents',
    '(?:hilfe|hilf mir|was (?:kannst du|können sie)(?: alles)?(?: tun)?|wer (?:bist du|sind sie)|wie funktioniert das)',
  ],
  [
    'contents',
    `was (?:alles )?(?:kann|könnte|darf) (?:ich|man) (?:sie |dich |hier )?(?:alles )?(?:(?:über|zu|zum|zur) ${article}${of} )?(?:fragen|erfahren|wissen|abfragen)`,
  ],
  [
    'contents',
    `was kann (?:ich|man) (?:sie |dich )?(?:fragen|erfahren|wissen|abfragen) (?:über|zu|zum|zur) ${article}${of}`,
  ],
];

const ways = (
  [
    ['en', english],
    ['de', german],
  ] as const
).flatMap(([language, all]) =>
  all.map(([asks, pattern, open]) => ({
    language,
    asks,
    pattern: new RegExp(`^(?:and |und |so |also )?${pattern}$`, 'iu'),
    isOpen: open === 'open',
  })),
);

/** More is no question about a name. */
const maxCharacters = 200;

/** What a message asks about the model by how it is put; undefined where it asks nothing of the kind. */
export function modelQuestionOf(message: string): ModelQuestion | undefined {
  const text = withoutSmallTalk(message)
    .replace(/\s+/g, ' ')
    .replace(/[\s?!.]+$/, '')
    .trim();
  if (text.length > maxCharacters) return undefined;
  for (const { pattern, ...way } of ways) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const named = found.groups?.['of'] ?? '';
    return { ...way, of: named.replace(/^(?:an?|the|our|your) |["'“”„«»]/giu, '').trim() };
  }
  return undefined;
}
