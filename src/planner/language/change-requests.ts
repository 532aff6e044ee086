import { operatorOf } from './grammar.ts';
import { forms } from './text.ts';

const asking =
  "(?:(?:hi|hello|hey|ok(?:ay)?|and|now|then|please|pls|kindly|just|go ahead and|let['’]?s|let us|(?:can|could|would|will) (?:you|i|we)|i (?:want|need|would like|['’]?d like)(?: you)? to|i[’']d like(?: you)? to)[ ,]+)*";
const quantifier = '(?:all|every|each|these|those|any|the|this|that|my|our|an?)';

/** What is asked to be done to the data, rather than to what is shown of it. */
interface Order {
  readonly pattern: RegExp;
  /** It may as well change the question before it: "remove Leeds", "set the year to 2025". */
  readonly isOpen?: boolean;
}

const order = (pattern: string, isOpen = false): Order => ({
  pattern: new RegExp(`^\\s*${pattern}`, 'iu'),
  isOpen,
});

const english: readonly Order[] = [
  order(`${asking}(?:delete|erase|purge|wipe|overwrite)(?: out)? (?<what>.+)`),
  order(
    `${asking}(?:set|change|update|mark|rename|reassign|assign|move|switch|correct) (?<what>(?:all|every|each|these|those|\\d+) .+?|(?:${quantifier} )?(?:(?!(?:of|in|for|from|by) )\\S+ ){1,4}(?:of|for) .+?) (?:to|as|into) \\S`,
  ),
  order(`${asking}(?:increase|raise|reduce|lower|change) (?<what>${quantifier} .+?) by (?:[$€£]? ?\\d|an? )`),
  order(
    `${asking}(?:set|change|update|mark|rename|reassign|assign|correct) (?<what>${quantifier} .+?) (?:to|as) \\S`,
    true,
  ),
  order(
    `${asking}(?:add|create|insert|enter|log|register|record|book) (?<what>(?:an?|another|one|\\d+) (?:new )?.+? (?:to|for|on|from|called|named|with|at) \\S)`,
  ),
  order(
    `${asking}(?:add|create|insert|enter|register|record) (?<what>(?:an?|another|one|\\d+) (?:new )?\\S+)[.!?\\s]*$`,
    true,
  ),
  order(`${asking}(?:create|insert|enter|register) (?<what>an? new \\S.*)`),
  order(
    `${asking}(?:remove|cancel|archive|approve|update) (?<what>(?:all|every|each|these|those|the) .+)`,
    true,
  ),
  order(`${asking}(?:remove|cancel|archive) (?<what>.+) (?:from|in) the (?:database|data|system)\\b`),
];

const germanAsking =
  '(?!(?:wie|was|wer|wen|wem|welche[nmrs]?|wann|wo|warum|wieso)\\b)(?:(?:hallo|ok|okay|und|jetzt|dann|bitte|kannst du|könntest du|können sie|könnten sie|kann ich|ich (?:möchte|will))[ ,]+)*(?:(?:mir|mal|bitte) )*';
const germanAll = '(?:alle[nrs]?|jede[nmrs]?|diese[nmrs]?|die|den|das|der|dem|ein(?:e[nmrs]?)?)';

const german: readonly Order[] = [
  order(`${germanAsking}lösch(?:e|en|en sie|t)? (?:bitte )?(?<what>.+)`),
  order(`${germanAsking}(?<what>.+) löschen[.!?\\s]*$`),
  order(`${germanAsking}(?:entfern|stornier)(?:e|en|en sie|t)? (?:bitte )?(?<what>${germanAll} .+)`, true),
  order(`${germanAsking}setz(?:e|en|en sie|t)? (?:bitte )?(?<what>.+?) auf \\S`),
  order(`${germanAsking}änder(?:e|n|n sie|t)? (?:bitte )?(?<what>${germanAll} .+?) (?:auf|in|zu|von) \\S`),
  order(`${germanAsking}(?:leg|trag)(?:e|en|en sie|t)? (?:bitte )?(?<what>.+) (?:an|ein)[.!?\\s]*$`),
  order(`${germanAsking}(?:erstell|erfass)(?:e|en|en sie|t)? (?:bitte )?(?<what>einen? neue[ns]? .+)`),
];

/** What a question is made of, and no data: "delete the filter", "add a column for the city", "change it to 2025". */
const shown: ReadonlySet<string> = new Set(
  'filter column line limit restriction condition constraint period range axis colour color label title pivot analysis histogram map matrix kpi heatmap dashboard sort sorting grouping chat conversation history question answer message thread that this it them year quarter month week day spalte zeile grenze zeitraum achse farbe titel sortierung gruppierung ansicht verlauf frage antwort jahr quartal monat woche tag diagramm tabelle grafik liste bericht alles das es'.split(
    ' ',
  ),
);

/**
 * Whether a message asks to change what the data holds, which nothing here does.
 * @param message as typed
 * @param isFirst nothing was asked before that it could go on from
 */
export function asksForChange(message: string, isFirst: boolean): boolean {
  return [...english, ...german].some(({ pattern, isOpen }) => {
    const what = isOpen === true && !isFirst ? undefined : pattern.exec(message)?.groups?.['what'];
    return what !== undefined && isOfData(what);
  });
}

/** Whether the first thing that is named is part of the data. */
function isOfData(what: string): boolean {
  const words = (what.match(/[\p{L}\p{N}-]+/gu) ?? []).map((word) => forms(word));
  const head = words.slice(0, 4);
  return (
    words.length > 0 &&
    !head.some(({ word, lemma }) => shown.has(word) || shown.has(lemma) || isFigure(word)) &&
    words.some(({ word }) => !isSmall(word))
  );
}

/** "Create a table of …", "add the average", "add a breakdown by …". */
function isFigure(word: string): boolean {
  const kind = operatorOf(word)?.kind;
  return kind === 'filler' ? presented.test(word) : kind !== undefined && computed.has(kind);
}

const presented = /^(?:report|overview|summary|picture|view|figures?|results?|table|plot|chart|graph)$/;
const computed: ReadonlySet<string> = new Set(
  'aggregate share ratio running trend spread rank compare by per change list'.split(' '),
);

function isSmall(word: string): boolean {
  return operatorOf(word) !== undefined;
}
