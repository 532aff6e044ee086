import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds, type WorldName } from '../../test/fixtures/agent/open-worlds.ts';
import { worlds } from '../../test/fixtures/agent/worlds.ts';

const world = openWorlds(worlds);

const thread: Readonly<Record<WorldName, string>> = {
  hospital: 'Treatment cost by ward and severity in 2024',
  logistics: 'freight cost by carrier in 2024 for air',
  saas: 'tickets by plan in 2024',
};

describe.each(Object.keys(thread) as WorldName[])('small talk in a thread of %s', (name) => {
  it.each(['hello', 'Hi there!', 'help', 'What can you do?', 'How are we doing?', 'ok', 'how does it work?'])(
    'is no question about data: %s',
    async (message) => {
      const { answer, events, outcome } = await world(name).ask(message, [thread[name]]);
      expect(outcome).toMatchObject({ status: 'completed', stopReason: 'stop' });
      expect(events.some((event) => event.type === 'tool-call' && event.name === 'svcSqlApi')).toBe(false);
      expect(answer).toContain('I can answer, for example');
    },
  );

  it.each(['thanks', 'Thank you very much!'])('is no question about data either: %s', async (message) => {
    const { answer, events, outcome } = await world(name).ask(message, [thread[name]]);
    expect(outcome).toMatchObject({ status: 'completed', stopReason: 'stop' });
    expect(events.some((event) => event.type === 'tool-call')).toBe(false);
    expect(answer).toBe('You are welcome.');
  });

  it('leaves the thread as it was', async () => {
    const { result } = await world(name).ask('and in 2023?', [thread[name], 'thanks']);
    expect(result?.sqlQuery).toContain("DATE '2023-01-01'");
    expect(result?.sqlQuery).toContain('GROUP BY');
  });

  it.each(['show it as a table', 'as a chart', 'plot this'])('is not "%s"', async (message) => {
    const { result } = await world(name).ask(message, [thread[name]]);
    expect(result?.sqlQuery).toContain("DATE '2024-01-01'");
  });
});

describe('a question of its own', () => {
  it.each<[WorldName, question: string, sql: string]>([
    ['hospital', 'Top 2 wards by number of admissions', 'GROUP BY 1'],
    ['hospital', 'Compare treatment cost this year with last year', 'admitted_on_year'],
    ['hospital', 'How many admissions were there?', 'SELECT MEASURE(admission_count)'],
    ['hospital', 'In 2023, how many admissions did we have?', 'SELECT MEASURE(admission_count)'],
    ['logistics', 'top 3 destinations by total weight', 'GROUP BY 1'],
    ['logistics', 'How many shipments are there that are delayed?', 'SELECT MEASURE'],
    ['saas', 'last month’s tickets by channel', 'GROUP BY 1'],
    ['saas', 'Now tickets by priority in 2023', 'GROUP BY 1'],
  ])('a question of its own of %s takes nothing over: %s', async (name, question, sql) => {
    const [alone, later] = [await world(name).ask(question), await world(name).ask(question, [thread[name]])];
    expect(later.result?.sqlQuery).toBe(alone.result?.sqlQuery);
    expect(later.result?.sqlQuery).toContain(sql);
    expect(later.answer).toBe(alone.answer);
  });
});

describe('what a follow-up takes over', () => {
  it.each<[WorldName, earlier: string[], question: string, words: RegExp]>([
    ['hospital', ['How many admissions in 2024?'], 'and by ward?', /, still in 2024, as before/],
    [
      'hospital',
      ['Admissions in 2024'],
      'only for Maternity',
      /^\d+ admissions for Maternity \(Ward\), still in 2024, as before\.$/,
    ],
    [
      'hospital',
      ['Admissions in Maternity in 2024'],
      'what about the treatment cost?',
      /^Treatment cost, still for Maternity \(Ward\) and in 2024, as before, is \$[\d,.]+\.$/,
    ],
    [
      'logistics',
      ['freight cost for air in 2024'],
      'and in 2025?',
      / in 2025, still for air \(Transport mode\), as before/,
    ],
    [
      'logistics',
      ['shipments by carrier in 2024'],
      'top 2',
      /have the highest Shipments by carrier, still in 2024, as before;/,
    ],
    ['saas', ['tickets by plan in 2024'], 'what about accounts?', /still in 2024, as before/],
  ])('what a follow-up takes over is said in words, in %s', async (name, earlier, question, words) => {
    expect((await world(name).ask(question, earlier)).answer).toMatch(words);
  });

  it.each<[WorldName, earlier: string[], question: string, words: RegExp]>([
    ['logistics', ['delay rate by carrier'], 'worst 2', /have the highest Delay rate/],
    ['saas', ['satisfaction score by plan'], 'worst 2', /have the lowest Satisfaction score/],
  ])('turns what is bad round for what nobody wants, in %s', async (name, earlier, question, words) => {
    expect((await world(name).ask(question, earlier)).answer).toMatch(words);
  });

  it('what a follow-up takes over is not said of what it says itself', async () => {
    expect((await world('hospital').ask('and in 2023?', ['How many admissions in 2024?'])).answer).toMatch(
      /^\d+ admissions in 2023\.$/,
    );
  });
});

describe('a series that is longer than a result shows', () => {
  it.each<[WorldName, question: string, day: string, figure: string, table: string, place: number]>([
    ['hospital', 'treatment cost by day in 2023', 'admitted_on', 'SUM(cost)', 'admissions', 0],
    ['logistics', 'daily freight cost', 'shipped', 'SUM(freight)', 'shipments', 0],
    ['saas', 'tickets per day in 2024', 'opened', 'COUNT(*)', 'tickets', 0],
  ])(
    'a series that is longer than a result shows of %s is spoken of as a whole: %s',
    async (name, question, day, figure, table) => {
      const { answer, result } = await world(name).ask(question);
      expect(result?.totalRows).toBeGreaterThan(100);
      const years = /in (\d{4})/.exec(question)?.[1];
      const where = years === undefined ? '' : `WHERE year(${day}) = ${years}`;
      const [[highest, lowest, total] = []] = await world(name).truth(
        `SELECT MAX(f)::DOUBLE, MIN(f)::DOUBLE, SUM(f)::DOUBLE FROM (SELECT ${day}, ${figure} AS f FROM ${table} ${where} GROUP BY 1)`,
      );
      const said = answer.replaceAll(/[€$]/g, '').replaceAll(/(\.\d)0\b/g, '$1');
      const text = (value: unknown): string =>
        Number(value).toLocaleString('en-US', { maximumFractionDigits: 2 });
      expect(said).toContain(` to ${text(total)} in total. `);
      expect(said).toContain(`highest with ${text(highest)}, `);
      expect(said).toMatch(new RegExp(`lowest(?: with|,) ${text(lowest)}, of those with data\\.$`));
    },
  );

  it('claims no lowest of days on which nothing was', async () => {
    const { answer } = await world('hospital').ask('admissions by day in March 2023');
    const [days] = await world('hospital').truth(
      "SELECT COUNT(DISTINCT admitted_on)::INTEGER FROM admissions WHERE strftime(admitted_on, '%Y-%m') = '2023-03'",
    );
    expect(days?.[0]).toBeLessThan(31);
    expect(answer).toMatch(/share the lowest, 1, of those with data\.$/);
  });

  it('tells no change between parts of the periods that it compares', async () => {
    const halves = await world('hospital').ask(
      'admissions in the first half of 2024 vs the second half of 2024',
    );
    expect(halves.answer).toMatch(/^\d+ admissions in H1 2024\.\n\n\d+ admissions in H2 2024\./);
    expect(halves.answer).not.toMatch(/ (?:rose|fell|up|down) /);
    expect(
      (await world('hospital').ask('admissions in the first half of 2024 vs the first half of 2023')).answer,
    ).toMatch(/^Admissions .*(?:rose|fell) by [\d.]+%, from \d+ \(H1 2023\) to \d+ \(H1 2024\)\.$/);
    expect((await world('hospital').ask('admissions in 2024 vs 2023')).answer).toMatch(
      /^Admissions (?:rose|fell) by [\d.]+%, from \d+ \(2023\) to \d+ \(2024\)\.$/,
    );
  });

  it.each([
    ['tickets per day in 2024', 3],
    // Its rows are all there: only the whole is asked for besides.
    ['tickets per month in 2024', 2],
    ['How many tickets in 2024?', 1],
  ])('is asked for with its ends and its whole at once, its own rows last: %s', async (question, queries) => {
    const { events, result } = await world('saas').ask(question);
    const calls = events.flatMap((event) =>
      event.type === 'tool-call' && event.name === 'svcSqlApi' ? [event] : [],
    );
    expect(calls).toHaveLength(queries);
    expect(result?.sqlQuery).not.toContain('_place');
    expect(result?.schema).toHaveLength(queries === 1 ? 1 : 2);
  });
});

describe('what a question is split by', () => {
  it.each<[WorldName, question: string, word: string]>([
    ['hospital', 'admissions by patient', 'patient'],
    ['hospital', 'treatment cost by patient in 2024', 'patient'],
    ['hospital', 'number of admissions per patient', 'patient'],
    ['hospital', 'Top 3 patients per ward by treatment cost', 'patients'],
  ])('what a question is split by is missed when %s does not name it: %s', async (name, question, word) => {
    const { answer, result } = await world(name).ask(question);
    expect(result?.data ?? [], answer).toEqual([]);
    expect(answer).toContain(word);
  });

  it.each<[WorldName, question: string, rows: number]>([
    ['hospital', 'Top 2 doctors per ward by treatment cost', 8],
    ['logistics', 'top 2 destinations per carrier by freight cost', 6],
  ])('what a question is split by is ranked within each, in %s: %s', async (name, question, rows) => {
    expect((await world(name).ask(question)).result?.totalRows).toBe(rows);
  });
});

describe('a follow-up that points to the result', () => {
  const byWard = 'treatment cost by ward';
  it.each<[WorldName, earlier: string, question: string, groups: string]>([
    ['hospital', byWard, 'split that by severity', 'SELECT ward, severity, MEASURE(total_cost)'],
    ['hospital', byWard, 'break it down by severity', 'SELECT ward, severity, MEASURE(total_cost)'],
    ['hospital', byWard, 'split it by severity instead', 'SELECT severity, MEASURE(total_cost)'],
    ['hospital', byWard, 'by severity', 'SELECT severity, MEASURE(total_cost)'],
    [
      'hospital',
      'admissions by month in 2024',
      'break that down by quarter',
      "SELECT DATE_TRUNC('quarter', admitted_on) AS admitted_on_quarter, MEASURE(admission_count)",
    ],
    [
      'saas',
      'top 3 companies by seats',
      'what industry are they in?',
      'SELECT company_name, industry, MEASURE',
    ],
    [
      'saas',
      'list the Enterprise accounts from Japan',
      'what industry are they in?',
      'SELECT company_name, industry',
    ],
    [
      'hospital',
      'top 2 wards by treatment cost',
      'and their average length of stay?',
      'SELECT ward, MEASURE(total_cost) AS total_cost, MEASURE(avg_stay)',
    ],
    ['hospital', byWard, 'which one is the lowest?', 'SELECT ward, MEASURE(total_cost)'],
    ['hospital', byWard, 'which two have the most?', 'SELECT ward, MEASURE(total_cost)'],
    [
      'hospital',
      'top 2 wards by treatment cost',
      'what about admissions?',
      'SELECT ward, MEASURE(admission_count)',
    ],
  ])('a follow-up that points to the result of %s: %s, then %s', async (name, earlier, question, groups) => {
    expect((await world(name).ask(question, [earlier])).result?.sqlQuery).toMatch(
      new RegExp(`^${RegExp.escape(groups)}`),
    );
  });

  it('shows things that lack what is asked of them, and no others', async () => {
    const { result } = await world('saas').ask('what industry are they in?', ['top 3 companies by seats']);
    const truth = await world('saas').truth(
      'SELECT company FROM accounts ORDER BY seats DESC, company LIMIT 3',
    );
    expect(result?.data.map(([company]) => company)).toEqual(truth.map(([company]) => company));
    expect(result?.sqlQuery).not.toContain('industry IS NOT NULL');
  });

  const first = '(SELECT ward FROM admissions GROUP BY 1 ORDER BY SUM(cost) DESC LIMIT 2)';
  const many =
    "(SELECT ward FROM admissions WHERE admitted_on >= DATE '2024-01-01' GROUP BY 1 HAVING COUNT(*) > 100)";
  it.each<[earlier: string, question: string, truth: string]>([
    [
      'top 2 wards by treatment cost',
      'split that by severity',
      `SELECT ward, severity, SUM(cost) FROM admissions WHERE ward IN ${first} GROUP BY 1, 2`,
    ],
    [
      'top 2 wards by treatment cost',
      'how many admissions did they have in 2024?',
      `SELECT ward, COUNT(*) FROM admissions WHERE ward IN ${first} AND year(admitted_on) = 2024 GROUP BY 1`,
    ],
    [
      'top 2 wards by treatment cost',
      'how many of those admissions were emergencies?',
      `SELECT ward, COUNT(*) FILTER (emergency) FROM admissions WHERE ward IN ${first} GROUP BY 1`,
    ],
    ['top 2 wards by treatment cost', 'how many of them are there?', 'SELECT 2'],
    [
      'wards with more than 100 admissions in 2024',
      'what was their treatment cost in 2023?',
      `SELECT ward, SUM(cost) FROM admissions WHERE ward IN ${many} AND year(admitted_on) = 2023 GROUP BY 1`,
    ],
  ])('is of what was shown, where that was not all: %s, then %s', async (earlier, question, truth) => {
    const asked = await world('hospital').ask(question, [earlier]);
    expectRows(asked, await world('hospital').truth(truth));
  });

  it.each([
    ['how many shipments are heavy?', 'and delayed?', 'WHERE delayed = TRUE'],
    ['how many shipments are delayed?', 'and heavy ones?', 'WHERE heavy = TRUE'],
    [
      'how many shipments are heavy?',
      'and how many of those are delayed?',
      'WHERE heavy = TRUE AND delayed = TRUE',
    ],
    ['how many shipments are heavy?', 'only delayed ones', 'WHERE heavy = TRUE AND delayed = TRUE'],
    ['how many shipments are heavy?', 'and in Oslo?', "WHERE heavy = TRUE AND destination_city = 'Oslo'"],
  ])('asks the same of another flag, or narrows: %s, then %s', async (earlier, question, where) => {
    expect((await world('logistics').ask(question, [earlier])).result?.sqlQuery).toMatch(
      new RegExp(`${RegExp.escape(where)}$`),
    );
  });
});
