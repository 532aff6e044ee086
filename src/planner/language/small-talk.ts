/** What people say before a question comes to the point, up to the words that open it. */
const openers =
  /\b(how (?:many|much|long|often|old|big|did|do|does|has|have|is|are|was|were)|what|which|who|where|when|show|list|give|number of|count)\b/i;
/** Ends a lead-in: "could you tell me", "I would like to know", "quick one: can you pull the". */
const leadEnds =
  /\b(?:know|tell|see|wonder|wondering|curious|ask|asking|pull|get|check|find|find out|whether|if|me|us|one|question)\b[\s,.:;!?–—-]*(?:to know\b|up\b|the\b|a\b)?\s*$/i;
/** A lead-in that narrows the question, or says what is asked, is none. */
const narrows =
  /\b(in|on|for|from|during|since|until|before|after|between|by|per|of|without|except|excluding|exclude|ignoring|ignore|not|only|over|under|with|among|across|last|next|today|yesterday|years?|quarters?|months?|weeks?|days?|average|total|percent(?:age)?|share)\b|\d/i;
/** "Hm, list them", "ouch, and by shop?". */
const greetings =
  /^\s*(?:(?:(?:ok(?:ay)?,? )?next|h?m{2,}|hm|o+h|a+h+|aha|ouch|oops|wow|whoa|huh|ugh|phew|uh|um|er|well|hi|hello|hey|good (?:morning|afternoon|evening|day)|morning|afternoon|evening|greetings|dear)(?:[ ,]+(?:there|all|everyone|team|folks|guys))?\s*[,.!:;–—-]+\s*)+/i;
/** "No, I mean …": what follows is what is asked, and no mean of anything. */
const corrections =
  /^\s*(?:(?:no|nope|sorry|well|oh|wait|hm+|ok(?:ay)?)\b[ ,.!–—-]*)*(?:what )?i (?:mean|meant)\b(?: (?:is|was)\b)?(?: to (?:ask|say)\b)?[\s,:;–—-]*/i;
const thanks =
  /[\s,.!?–—-]*(?:\b(?:many thanks|thanks|thank you|thx|ty|cheers|please|pls|plz)\b(?:[\s,]+(?:a lot|so much|very much|in advance|again|a million|for your help|mate|team|all))*[\s,.!?]*)+$/i;

const pleasantries =
  "(?:how are you|how(?:'s| is) it going|how do you do|what(?:'s|s| is) up)(?:[ ,]+(?:doing|today|all|there|guys))*|nice|great|good|cool|perfect|awesome|wow|haha|lol|super|fine|alright|interesting|okay|ok|got it|i see|thanks|thank you|(?:well done|(?:good|great|nice) (?:job|work|one))|that(?:'s| is| was) (?:great|good|nice|interesting|it|all|everything)(?: (?:for (?:now|today)|thanks))?|(?:good)?bye|see you(?: (?:later|tomorrow|soon))?";
/** "How are you today?", "nice, well done!". */
const nothingElse = new RegExp(`^\\s*(?:(?:${pleasantries})(?![\\p{L}\\d])[\\s,.!?]*)+$`, 'iu');

const figure = '(?:number|figure|value|zahl|wert)';
/** Asks for one figure without a word of which: "just give me the number: ", ", only the figure", "as a single number". */
const oneFigure = new RegExp(
  [
    `(?<=^|[,.;:!?–—-])\\s*(?:and )?(?:just|only|simply) (?:(?:give|tell|show) me )?the ${figure}(?=\\s*(?:[,.;:!?–—-]|please\\b|$))[,.;:!?–—-]*`,
    `(?<=^|[,.;:!?–—-])\\s*(?:give|tell|show) me (?:(?:just|only|simply) )?the ${figure}\\s*(?:[:;–—]| - )`,
    ` as (?:just )?(?:a|one) (?:single )?${figure}(?=\\s*(?:[,.;:!?–—-]|please\\b|$))`,
  ].join('|'),
  'giu',
);

/** How many an answer may have: "(could be more than one)". */
const answers =
  /(?<=\S)\s*[(,;–—-]\s*(?:(?:it|there|that|they) )?(?:could|may|might|can) (?:also |well )?be (?:more than one|several|many|any|none|both)(?: of them)?\)?[\s.?!]*$/iu;

/** The question without greeting, lead-in and thanks; as long as it was, so that places in it stay what they were. */
export function withoutSmallTalk(text: string): string {
  const tail = thanks.exec(text);
  const end = tail === null || tail.index === 0 ? text.length : tail.index;
  const greeting = greetings.exec(text)?.[0].length ?? 0;
  const greeted = greeting + (corrections.exec(text.slice(greeting, end))?.[0].length ?? 0);
  const opener = openers.exec(text.slice(greeted, end));
  const lead = text.slice(greeted, greeted + (opener?.index ?? 0));
  if (nothingElse.test(text.slice(greeted, end))) return ' '.repeat(text.length);
  const start = lead !== '' && leadEnds.test(lead) && !narrows.test(lead) ? greeted + lead.length : greeted;
  const said = [oneFigure, answers].reduce(
    (left, frame) => left.replace(frame, (it) => ' '.repeat(it.length)),
    text.slice(start, end),
  );
  return ' '.repeat(start) + said + ' '.repeat(text.length - end);
}
