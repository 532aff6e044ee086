import { describe, expect, it } from 'vitest';
import { readExpression } from './expression.ts';

const read = (text: string, made: ReadonlyMap<string, number> = new Map()) =>
  readExpression(text, new Map(made));

describe('an expression', () => {
  it.each([
    'datum.revenue * 2',
    'datum["net revenue (EUR)"] / 1000',
    "datum['region'] === 'EU' ? 'Europe' : datum.region",
    'isValid(datum.a) && !(datum.b > 1 || datum.c <= -2.5e3)',
    "format(datum.revenue, ',.2f') + ' €'",
    "timeFormat(datum.day, '%b %Y')",
    'if(datum.a > 0, "up", "down")',
    'inrange(datum.a, [0, 10])',
    'max(0, round(datum.a * PI) % 7)',
    'year(datum.day) + "-" + (month(datum.day) + 1)',
    'datum.umsatz_größe',
  ])('computes one value of one row: %s', (text) => {
    expect(read(text)).not.toHaveProperty('problem');
  });

  it.each([
    ['a call of nobody knows what', 'evil()'],
    ['a method', 'datum.a.replace("a", "b")'],
    ['the constructor of functions', 'datum.constructor.constructor("evil()")()'],
    ['a property that every object has', 'datum.constructor'],
    ['a property by a computed name', 'datum[datum.a]'],
    ['a property of a property', 'datum.a.b'],
    ['a signal', 'width + 1'],
    ['the event', 'event.item'],
    ['the item of a mark', 'item().bounds'],
    ['the page', 'screen().width'],
    ['an object, which a tooltip would load a picture of', "{'image': datum.a}"],
    ['a regular expression', '/(a+)+$/'],
    ['a regular expression from text', "test(regexp('(a+)+$'), datum.a)"],
    ['a sequence', 'sequence(1e8)'],
    ['a repetition', "pad('', 1e9)"],
    ['chance', 'random()'],
    ['other data', "data('table')"],
    ['a scale', "scale('x', 1)"],
    ['a format as wide as the memory', "format(1, '0>999999999d')"],
    ['a format that is computed', 'format(1, datum.a)'],
    ['an assignment', 'datum.a = 1'],
    ['several', 'datum.a; evil()'],
    ['a template', '`evil`'],
    ['a function', '(() => evil())()'],
    ['a new object', 'new Date()'],
    ['a call of what is computed', '(datum.a)()'],
    ['a log', "warn('x')"],
    ['nothing', ''],
    ['half an expression', 'datum.a +'],
    ['a very long expression', `${'1 + '.repeat(200)}1`],
  ])('an expression may not hold %s', (_, text) => {
    expect(read(text)).toMatchObject({ problem: expect.stringMatching(/\.$/) });
  });

  it('an expression says which functions there are', () => {
    expect(read('replace(datum.a, "b", "c")')).toMatchObject({
      problem: expect.stringMatching(/^There is no function "replace"\. There are .*upper, lower, trim/),
    });
  });

  it('an expression counts how many values of the data a text may hold', () => {
    const made = new Map([['twice', 2]]);
    const weight = (text: string) => read(text, made);
    expect(weight('datum.twice + datum.a + "-"')).toEqual({ weight: 4 });
    expect(weight('datum.a > 0 ? datum.twice : datum.a')).toEqual({ weight: 2 });
    expect(weight('upper(datum.twice + datum.twice)')).toEqual({ weight: 4 });
    expect(weight('datum.twice * 100 / toNumber(datum.twice)')).toEqual({ weight: 1 });
  });
});
