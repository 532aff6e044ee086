/** What a message does that asks nothing of the data. */
type Social = 'greeting' | 'thanks' | 'complaint';

const name = '(?: (?:there|all|everyone|team|folks|inlay|zusammen))?';
const greeting = `(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|greetings|hallo|moin|servus|guten (?:tag|morgen|abend))${name}(?:[ ,!.]+how are you(?: (?:doing|today))*)?|how are you(?: (?:doing|today))*`;
const praise =
  "(?:many |thousand )?thanks?(?: (?:you|a lot|so much|very much|again|a million))*|thank you(?: (?:so much|very much|again))?|thx|ty|cheers|merci|(?:vielen |besten )?dank(?:e)?(?: (?:schön|sehr|dir|ihnen))*|(?:that(?:'s| is| was) )?(?:very |really |super )?(?:great|perfect|helpful|awesome|nice|good|cool|brilliant|wonderful|super|toll|prima|perfekt)|(?:good |great |nice )(?:job|work|one)|well done|(?:good)?bye|see you(?: (?:later|tomorrow|soon))?|tschüss|👍|🙏|❤️";
const wrong =
  '(?:not |in)?(?:correct|right|true|plausible|possible)|wrong|false|incorrect|off|nonsense|garbage|rubbish|useless|stupid|bad|falsch|unsinn|quatsch';
const it = "(?:(?:no|nein)[ ,]+)*(?:(?:but|i think|i(?:'m| am) (?:sure|afraid)|aber|ich glaube) )?";
const complaint = `${it}(?:(?:that|this|it|your answer|the (?:answer|number|figure|result)|you|das|dies|die (?:zahl|antwort))(?:'s|s| is| are|'re| was| looks?| seems?| sounds?| can(?:no|['’])?t be| cannot be| isn['’]?t| is not| ist| stimmt| kann)?(?: (?:not|so|totally|completely|all|nicht|doch|ganz))* (?:${wrong}|stimmen)|(?:das )?stimmt (?:so )?nicht|wrong(?: (?:answer|number|figure))?|falsch|not (?:true|right|correct)|(?:are you (?:really )?sure|sicher)(?: about (?:that|this|it))?|i do(?:n['’]?| no)t (?:believe|trust) (?:you|that|this|it)|that makes no sense)`;

const kinds = (
  [
    ['greeting', greeting],
    ['thanks', praise],
    ['complaint', complaint],
  ] as const
).map(([kind, said]) => ({ kind, pattern: new RegExp(`^(?:(?:${said})[\\s,.!?…:)(-]*)+$`, 'iu') }));

/** Longer messages say something else, too. */
const maxCharacters = 80;

/** What a message does that only greets, thanks or complains; undefined for all others. */
export function socialOf(message: string): Social | undefined {
  const text = message.trim();
  if (text.length > maxCharacters) return undefined;
  return kinds.find(({ pattern }) => pattern.test(text))?.kind;
}
