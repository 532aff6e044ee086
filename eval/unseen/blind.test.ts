import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkBlindSet, parseBlindSet } from './blind.ts';
import { market } from './market.ts';
import {
  appendMeasurement,
  formatMeasurements,
  isSpent,
  type Measurement,
  readMeasurements,
} from './measurements.ts';
import { prepareDomain } from './prepare.ts';
import { openSource } from './profile.ts';

const good = { question: 'How many sales?', gold: 'SELECT count(*) FROM sales' };
const beyond = { question: 'Who won?', outOfScope: true };
const setOf = (...lines: readonly object[]) =>
  parseBlindSet(market, 'r1', lines.map((line) => JSON.stringify(line)).join('\n'));

describe('a blind set', () => {
  it('becomes questions at the moment of its domain, some of them to be declined', () => {
    const { questions } = setOf(good, { ...beyond, thread: ['Hello'] });
    expect(questions).toEqual([
      expect.objectContaining({
        id: 'r1-1',
        kind: 'blind',
        gold: [good.gold],
        now: market.now,
        ordered: false,
      }),
      expect.objectContaining({ id: 'r1-2', kind: 'out-of-scope', expect: 'decline', thread: ['Hello'] }),
    ]);
  });

  it.each([
    ['neither gold nor out of scope', [{ question: 'What?' }], /either gold, or outOfScope/],
    ['both', [{ ...good, outOfScope: true }], /either gold, or outOfScope/],
    ['a question that is there twice', [good, { ...good, question: 'how many SALES?' }], /:2 .*twice/],
    ['no question', [], /holds no question/],
  ])('a blind set is refused with %s', (_, lines, message) => {
    expect(() => setOf(...lines)).toThrow(message);
  });

  it('a blind set is known again by its questions, whatever it is called', () => {
    const text = JSON.stringify(good);
    const [one, same, other] = [
      parseBlindSet(market, 'r1', text),
      parseBlindSet(market, 'r1', `${text}\n`),
      setOf(beyond),
    ];
    expect(same.hash).toBe(one.hash);
    expect(other.hash).not.toBe(one.hash);
  });

  it('a blind set is checked by running its gold SQL: failures, no rows and nothing but zeros are problems', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inlay-unseen-'));
    try {
      await using source = await openSource(market, await prepareDomain(market, folder));
      const ask = (question: string, gold: string) => ({ question, gold });
      const set = setOf(
        good,
        beyond,
        ask('Broken', 'SELECT weight FROM sales'),
        ask('Empty', "SELECT * FROM sales WHERE fruit = 'melon'"),
        ask('Zero', "SELECT count(*) FROM sales WHERE fruit = 'melon'"),
      );
      expect(await checkBlindSet(set, source)).toEqual([
        expect.stringMatching(/r1-3 “Broken”: .*weight/s),
        expect.stringMatching(/r1-4 “Empty”: The gold SQL gives no rows/),
        expect.stringMatching(/r1-5 “Zero”: .*zeros/),
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the log of first measurements', () => {
  const counts = { right: 5, wrong: 1, declined: 4, failed: 0, offered: 2, outOfScopeAnswered: 1 };
  const set = setOf(good, beyond);
  const measured: Measurement = {
    date: '2026-01-01',
    commit: 'abc',
    domain: 'market',
    set: 'r1',
    hash: set.hash,
    questions: 10,
    outOfScope: 2,
    terse: counts,
    titled: counts,
    documented: { ...counts, right: 8, declined: 1 },
  };

  it('the log of first measurements keeps what is appended, and is empty before', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inlay-unseen-'));
    try {
      const file = join(folder, 'log.jsonl');
      expect(await readMeasurements(file)).toEqual([]);
      await appendMeasurement(measured, file);
      await appendMeasurement({ ...measured, set: 'r2' }, file);
      expect(await readMeasurements(file)).toEqual([measured, { ...measured, set: 'r2' }]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it.each<[string, boolean, Partial<Measurement>]>([
    ['that was measured', true, {}],
    ['that was measured and then changed', true, { hash: 'other' }],
    ['that was measured under another name', true, { set: 'r0' }],
    ['of the same name in another domain', false, { domain: 'fair', hash: 'other' }],
    ['that was never measured', false, { set: 'r0', hash: 'other' }],
  ])('the log of first measurements knows a set %s', (_, spent, changes) => {
    expect(isSpent(set, [{ ...measured, ...changes }])).toBe(spent);
  });

  it('the log of first measurements is printed with the shares of each set over all styles', () => {
    expect(formatMeasurements([])).toMatch(/No blind set/);
    expect(formatMeasurements([measured])).toMatch(
      /r1 +market +30 +60\.0 % +10\.0 % +30\.0 % +20\.0 % +50\.0 %/,
    );
  });
});
