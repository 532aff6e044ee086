import { describe, expect, it } from 'vitest';
import { phrases } from './grammar.ts';
import { partsOfSpeech } from './lexical.ts';

/**
 * Words of the table that are nouns, verbs or adjectives besides: those of asking, of computing, of ordering and of
 * change, which are in any question about any data. The list only gets shorter: a question that is not understood is
 * mended in the model, the lexical resource or the prices, never by a further word.
 */
const allowed = new Set(
  `a achieve am an answer are available based be being belong belonging bring calculate can case certain chart check
   come compute create curious data database determine display do done draw entire entry exist existing fetch
   few figure find following found generate get getting give given go graph happen he hello help hi i info information
   interested it item know let like listed located look looking made make making many may might must need occur okay one
   overview particular picture place placed please plot present provide pull put question receive received record recorded
   report result row s said same say see show side single summarize summary table take taken taking tell terms thank thanks
   thing things us using various view visualise visualize want while wonder wondering work
   every someone somebody respective latest recent enumerate list name names common frequent popular
   breakdown distribute distributed distribution divided split spread
   develop developed development evolution evolve history progression timeline trend
   bigger compare comparing comparison differ difference fewer gap greater higher larger lower smaller accumulated cumulative
   change changed changing decline decrease decreased drop fall fell grow growing grown growth increase increased rise risen rose
   expect expected forecast predict prediction projection will
   ratio contribute contribution fraction percent percentage proportion share
   at worth have or both plus except exclude ignore lack lacking minus missing neither omit skip disregard who wise
   ascending bottom descending fewest greatest lead leading peak rank ranked ranking sort sorted top worst
   average combined count different distinct max maximum mean median min minimum number numbers overall sum total typical unique`
    .trim()
    .split(/\s+/),
);

describe('the table of closed classes', () => {
  it('holds no further noun, verb or adjective', () => {
    const open = Object.keys(phrases).filter((word) => {
      const { noun, verb, adjective, adverb } = partsOfSpeech(word);
      return /^[a-z]+$/.test(word) && noun + verb + adjective > 0 && adverb === 0;
    });
    expect(open.filter((word) => !allowed.has(word))).toEqual([]);
    expect([...allowed].filter((word) => !open.includes(word))).toEqual([]);
  });
});
