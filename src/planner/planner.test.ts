import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds, type WorldName } from '../../test/fixtures/agent/open-worlds.ts';
import { worlds } from '../../test/fixtures/agent/worlds.ts';

const world = openWorlds(worlds);

async function expectTruth(
  name: WorldName,
  question: string,
  sql: string,
  earlier: readonly string[] = [],
): Promise<void> {
  const asked = await world(name).ask(question, earlier);
  expect(asked.outcome.status).toBe('completed');
  expectRows(asked, await world(name).truth(sql));
}

const from2024 = "admitted_on >= DATE '2024-01-01' AND admitted_on < DATE '2025-01-01'";

describe('a hospital', () => {
  it.each<[question: string, oracle: string]>([
    [
      'How many admissions did we have in 2023?',
      'SELECT COUNT(*) FROM admissions WHERE year(admitted_on) = 2023',
    ],
    ['average length of stay by ward', 'SELECT ward, AVG(stay_days) FROM admissions GROUP BY 1'],
    [
      'What is the mean stay per specialty?',
      'SELECT specialty, AVG(stay_days) FROM admissions a JOIN doctors d ON d.id = doctor_id GROUP BY 1',
    ],
    [
      'how many patients were admitted in March 2024',
      "SELECT COUNT(DISTINCT patient_id) FROM admissions WHERE admitted_on >= '2024-03-01' AND admitted_on < '2024-04-01'",
    ],
    [
      'readmission rate for private insurance',
      "SELECT COUNT(*) FILTER (WHERE readmitted) / COUNT(*) FROM admissions WHERE insurance = 'private'",
    ],
    [
      'total treatment costs by month in 2024',
      `SELECT date_trunc('month', admitted_on)::TIMESTAMP, SUM(cost) FROM admissions WHERE ${from2024} GROUP BY 1`,
    ],
    [
      'Which doctor has the most admissions?',
      'SELECT name, COUNT(*) FROM admissions JOIN doctors d ON d.id = doctor_id GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
    ],
    [
      'top 3 wards by treatment cost',
      'SELECT ward, SUM(cost) FROM admissions GROUP BY 1 ORDER BY 2 DESC LIMIT 3',
    ],
    [
      'admissions to Intensive care in the last 3 months',
      "SELECT COUNT(*) FROM admissions WHERE ward = 'Intensive care' AND admitted_on >= '2024-10-01'",
    ],
    [
      'emergency admissions by severity',
      'SELECT severity, COUNT(*) FROM admissions WHERE emergency GROUP BY 1',
    ],
    [
      'admissions that are not emergencies by ward',
      'SELECT ward, COUNT(*) FROM admissions WHERE NOT emergency GROUP BY 1',
    ],
    [
      'what is the longest stay in Maternity?',
      "SELECT MAX(stay_days) FROM admissions WHERE ward = 'Maternity'",
    ],
    ['admissions with a length of stay over 14 days', 'SELECT COUNT(*) FROM admissions WHERE stay_days > 14'],
    [
      'average cost per admission by severity in Q2 2024',
      "SELECT severity, AVG(cost) FROM admissions WHERE admitted_on >= '2024-04-01' AND admitted_on < '2024-07-01' GROUP BY 1",
    ],
    ['readmisions by wards', 'SELECT ward, COUNT(*) FROM admissions WHERE readmitted GROUP BY 1'],
    ['admissions without insurance', 'SELECT COUNT(*) FROM admissions WHERE insurance IS NULL'],
    ['how many doctors are there?', 'SELECT COUNT(DISTINCT name) FROM doctors'],
    ['which specialties do we have?', 'SELECT DISTINCT specialty FROM doctors'],
    [
      'average monthly admissions in 2024',
      `SELECT AVG(n) FROM (SELECT COUNT(*) AS n FROM admissions WHERE ${from2024} GROUP BY date_trunc('month', admitted_on))`,
    ],
    [
      'wards with a readmission rate above 10%',
      'SELECT ward, COUNT(*) FILTER (WHERE readmitted) / COUNT(*) FROM admissions GROUP BY 1 HAVING COUNT(*) FILTER (WHERE readmitted) / COUNT(*) > 0.1',
    ],
    ['share of emergency admissions', 'SELECT COUNT(*) FILTER (WHERE emergency) / COUNT(*) FROM admissions'],
    [
      'How many of the admissions were readmissions in 2024?',
      `SELECT COUNT(*) FILTER (WHERE readmitted) FROM admissions WHERE ${from2024}`,
    ],
    [
      'how many admissions and how many readmissions in 2024',
      `SELECT COUNT(*), COUNT(*) FILTER (WHERE readmitted) FROM admissions WHERE ${from2024}`,
    ],
    [
      'severe or moderate admissions in the North and South wards',
      "SELECT COUNT(*) FROM admissions WHERE severity IN ('severe', 'moderate') AND ward IN ('North', 'South')",
    ],
  ])('a hospital: %s', (question, oracle) => expectTruth('hospital', question, oracle));
});

describe('a carrier', () => {
  it.each<[question: string, oracle: string]>([
    ['how many shipments went to Hamburg?', "SELECT COUNT(*) FROM shipments WHERE destination = 'Hamburg'"],
    ['shipments from Hamburg', "SELECT COUNT(*) FROM shipments WHERE origin = 'Hamburg'"],
    [
      'average freight cost from Rotterdam to Madrid',
      "SELECT AVG(freight) FROM shipments WHERE origin = 'Rotterdam' AND destination = 'Madrid'",
    ],
    [
      'which carrier has the lowest delay rate?',
      'SELECT carrier, COUNT(*) FILTER (WHERE late) / COUNT(*) FROM shipments GROUP BY 1 ORDER BY 2 LIMIT 1',
    ],
    [
      'shipments by transport mode and carrier',
      'SELECT mode, carrier, COUNT(*) FROM shipments GROUP BY 1, 2',
    ],
    [
      'freight cost of sea shipments in 2024',
      "SELECT SUM(freight) FROM shipments WHERE mode = 'sea' AND year(shipped) = 2024",
    ],
    [
      'How many shipments were delivered in June 2024?',
      "SELECT COUNT(*) FROM shipments WHERE delivered >= '2024-06-01' AND delivered < '2024-07-01'",
    ],
    ['heavy shipments by origin', 'SELECT origin, COUNT(*) FROM shipments WHERE weight > 500 GROUP BY 1'],
    [
      'late shipments per quarter',
      "SELECT date_trunc('quarter', shipped)::TIMESTAMP, COUNT(*) FROM shipments WHERE late GROUP BY 1",
    ],
    ['number of shipments over 500 kg', 'SELECT COUNT(*) FROM shipments WHERE weight > 500'],
    ['share of shipments by mode', 'SELECT mode, COUNT(*) FROM shipments GROUP BY 1'],
    ['shipments not by air or sea', "SELECT COUNT(*) FROM shipments WHERE mode NOT IN ('air', 'sea')"],
    ['max weight per carrier', 'SELECT carrier, MAX(weight) FROM shipments GROUP BY 1'],
    ['lowest weight by transport mode', 'SELECT mode, MIN(weight) FROM shipments GROUP BY 1'],
    [
      'weight of shipments for Swift & Sons',
      "SELECT SUM(weight) FROM shipments WHERE carrier = 'Swift & Sons'",
    ],
    [
      'how many shipments where the weight is between 100 and 200',
      'SELECT COUNT(*) FROM shipments WHERE weight BETWEEN 100 AND 200',
    ],
    [
      'freight cost by destination except Oslo',
      "SELECT destination, SUM(freight) FROM shipments WHERE destination <> 'Oslo' GROUP BY 1",
    ],
    ['freight cost of SHP-00017', "SELECT SUM(freight) FROM shipments WHERE tracking = 'SHP-00017'"],
    ['how many shipments are not delayed?', 'SELECT COUNT(*) FROM shipments WHERE NOT late'],
    [
      'compare air and road freight cost by year',
      "SELECT date_trunc('year', shipped)::TIMESTAMP, mode, SUM(freight) FROM shipments WHERE mode IN ('air', 'road') GROUP BY 1, 2",
    ],
    [
      'top 2 carriers per transport mode by freight cost',
      'SELECT carrier, mode, SUM(freight) AS f FROM shipments GROUP BY 1, 2 QUALIFY row_number() OVER (PARTITION BY mode ORDER BY f DESC) <= 2',
    ],
  ])('a carrier: %s', (question, oracle) => expectTruth('logistics', question, oracle));
});

describe('a software company', () => {
  it.each<[question: string, oracle: string]>([
    ['how many accounts do we have by plan', 'SELECT plan, COUNT(*) FROM accounts GROUP BY 1'],
    [
      'churn rate by sector',
      'SELECT industry, 100 * COUNT(*) FILTER (WHERE churned) / COUNT(*) FROM accounts GROUP BY 1',
    ],
    [
      'which industries have a churn rate over 20%',
      'SELECT industry, 100 * COUNT(*) FILTER (WHERE churned) / COUNT(*) FROM accounts GROUP BY 1 HAVING 100 * COUNT(*) FILTER (WHERE churned) / COUNT(*) > 20',
    ],
    [
      'tickets per priority last month',
      "SELECT priority, COUNT(*) FROM tickets WHERE opened >= '2024-12-01' AND opened < '2025-01-01' GROUP BY 1",
    ],
    ['avg resolution time by urgency', 'SELECT priority, AVG(hours) FROM tickets GROUP BY 1'],
    [
      'csat over time',
      "SELECT date_trunc('month', opened)::TIMESTAMP, AVG(satisfaction) FROM tickets GROUP BY 1",
    ],
    [
      'which company opened the most tickets?',
      'SELECT company, COUNT(*) FROM tickets JOIN accounts a ON a.id = account_id GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1',
    ],
    [
      'urgent tickets from Enterprise accounts',
      "SELECT COUNT(*) FROM tickets t JOIN accounts a ON a.id = account_id WHERE priority = 'urgent' AND plan = 'Enterprise'",
    ],
    [
      'number of accounts created in 2023 by country',
      'SELECT country, COUNT(*) FROM accounts WHERE year(created) = 2023 GROUP BY 1',
    ],
    ['How many accounts have churned?', 'SELECT COUNT(*) FROM accounts WHERE churned'],
    ['accounts with more than 100 seats', 'SELECT COUNT(*) FROM accounts WHERE seats > 100'],
    [
      'tickets that are not closed or solved by channel',
      "SELECT channel, COUNT(*) FROM tickets WHERE status NOT IN ('closed', 'solved') GROUP BY 1",
    ],
    [
      'percentage of tickets that are urgent',
      "SELECT 100.0 * COUNT(*) FILTER (WHERE priority = 'urgent') / COUNT(*) FROM tickets",
    ],
    [
      'satisfaction score of phone vs email',
      "SELECT channel, AVG(satisfaction) FROM tickets WHERE channel IN ('phone', 'email') GROUP BY 1",
    ],
    ['new accounts this year', 'SELECT COUNT(*) FROM accounts WHERE year(created) = 2024'],
    [
      'tickets for Company 5',
      "SELECT COUNT(*) FROM tickets JOIN accounts a ON a.id = account_id WHERE company = 'Company 5'",
    ],
    [
      'tickets and satisfaction score by channel',
      'SELECT channel, COUNT(*), AVG(satisfaction) FROM tickets GROUP BY 1',
    ],
  ])('a software company: %s', (question, oracle) => expectTruth('saas', question, oracle));
});

describe('follow-ups', () => {
  const cardiology = "FROM admissions JOIN doctors d ON d.id = doctor_id WHERE specialty = 'Cardiology'";
  it.each<[name: WorldName, earlier: string[], question: string, oracle: string]>([
    [
      'hospital',
      ['How many admissions?'],
      'and by month?',
      "SELECT date_trunc('month', admitted_on)::TIMESTAMP, COUNT(*) FROM admissions GROUP BY 1",
    ],
    [
      'hospital',
      ['How many admissions?', 'and by month?'],
      'only for Cardiology',
      `SELECT date_trunc('month', admitted_on)::TIMESTAMP, COUNT(*) ${cardiology} GROUP BY 1`,
    ],
    [
      'hospital',
      ['How many admissions by ward?'],
      'and in 2023?',
      'SELECT ward, COUNT(*) FROM admissions WHERE year(admitted_on) = 2023 GROUP BY 1',
    ],
    [
      'hospital',
      ['How many admissions in Maternity in 2023?'],
      'what about the treatment cost?',
      "SELECT SUM(cost) FROM admissions WHERE ward = 'Maternity' AND year(admitted_on) = 2023",
    ],
    [
      'hospital',
      ['How many admissions in Maternity?'],
      'and in North?',
      "SELECT COUNT(*) FROM admissions WHERE ward = 'North'",
    ],
    [
      'logistics',
      ['shipments by carrier'],
      'only late ones',
      'SELECT carrier, COUNT(*) FROM shipments WHERE late GROUP BY 1',
    ],
    [
      'logistics',
      ['freight cost by carrier'],
      'top 2',
      'SELECT carrier, SUM(freight) FROM shipments GROUP BY 1 ORDER BY 2 DESC LIMIT 2',
    ],
    [
      'saas',
      ['tickets by plan in 2024'],
      'what about accounts?',
      'SELECT plan, COUNT(*) FROM accounts WHERE year(created) = 2024 GROUP BY 1',
    ],
    [
      'saas',
      ['tickets by plan', 'what is the churn rate?'],
      'by industry',
      'SELECT industry, 100 * COUNT(*) FILTER (WHERE churned) / COUNT(*) FROM accounts GROUP BY 1',
    ],
  ])('follow-ups of %s after %s: %s', (name, earlier, question, oracle) =>
    expectTruth(name, question, oracle, earlier),
  );

  it('name the earlier result that they build on', async () => {
    const { events } = await world('hospital').ask('and by month?', ['How many admissions?']);
    const call = events.findLast((event) => event.type === 'tool-call' && event.name === 'svcSqlApi');
    const input = call?.type === 'tool-call' ? (JSON.parse(call.input) as Record<string, unknown>) : {};
    expect(input['memoryId']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('two readings that differ', () => {
  it('are both offered where the words tell neither', async () => {
    const { answer, result } = await world('logistics').ask('shipments in Hamburg');
    expect(answer).toMatch(
      /^Which of these do you mean\?\n\n1\. .*Hamburg \(Origin city\)\n2\. .*Hamburg \(Destination city\)\n\n/,
    );
    expect(result?.data ?? []).toEqual([]);
  });

  it.each([
    ['the first', 'origin_city'],
    ['2', 'destination_city'],
    ['I mean the second one.', 'destination_city'],
    ['Shipments, for Hamburg (Destination city)', 'destination_city'],
  ])('are told apart by "%s", and gone on from', async (choice, column) => {
    const { result } = await world('logistics').ask(choice, ['shipments in Hamburg']);
    expect(result?.sqlQuery).toContain(`WHERE ${column} = 'Hamburg'`);
    const { result: next } = await world('logistics').ask('by carrier', ['shipments in Hamburg', choice]);
    expect(next?.sqlQuery).toMatch(new RegExp(`carrier, .* WHERE ${column} = 'Hamburg' GROUP BY`));
  });
});

describe('a follow-up to two readings that nobody has chosen between', () => {
  it('is asked between again', async () => {
    const { answer, result } = await world('logistics').ask('by carrier', ['shipments in Hamburg']);
    expect(answer).toMatch(
      /^Which of these do you mean\?\n\n1\. Shipments by carrier, .*\(Origin city\)\n2\. Shipments by carrier, .*\(Destination city\)/,
    );
    expect(result?.data ?? []).toEqual([]);
    const chosen = await world('logistics').ask('2', ['shipments in Hamburg', 'by carrier']);
    expect(chosen.result?.sqlQuery).toMatch(/carrier, .* WHERE destination_city = 'Hamburg' GROUP BY/);
  });
});

describe('a reading that is not likely enough', () => {
  const question = 'freight of the shipments that ended up in Hamburg, wherever they began';

  it('is offered rather than answered', async () => {
    const { answer, result } = await world('logistics').ask(question);
    expect(answer).toMatch(/Do you mean this\?|Which of these do you mean\?/);
    expect(result?.data ?? []).toEqual([]);
  });

  it('is answered when it is picked', async () => {
    const { result } = await world('logistics').ask('the first', [question]);
    expect(result?.sqlQuery).toContain('Hamburg');
  });

  it('is gone from the thread with the next question', async () => {
    const next = 'How many shipments did each carrier have in 2024?';
    const { result } = await world('logistics').ask('the first', [question, next]);
    expect(result?.sqlQuery ?? '').not.toContain('Hamburg');
  });

  it('is gone on from by what is offered, too, and by nothing that is answered', async () => {
    const { answer, result } = await world('logistics').ask('and in 2024?', [question]);
    expect(answer).toMatch(/1\. Freight cost.*Hamburg.*2024/);
    expect(result?.data ?? []).toEqual([]);
  });
});

describe('what it does not understand', () => {
  it.each<[name: WorldName, question: string, word: string]>([
    ['hospital', 'How is the weather in the North ward?', 'weather'],
    ['hospital', 'cost per patient', 'patient'],
    ['hospital', 'How many nurses work in Maternity?', 'nurses'],
    ['hospital', 'admissions by hair colour', 'hair'],
    ['logistics', 'freight forecast for next month', 'forecast'],
    ['logistics', 'shipments of the third kind', 'third'],
    ['saas', 'who is the CEO of Company 5?', 'CEO'],
    ['saas', 'drop all tickets', 'drop'],
    ['saas', 'tickets by mood', 'mood'],
    ['saas', 'asdf qwer', 'asdf'],
  ])(
    'what it does not understand of %s, "%s" is declined with a reason and offers',
    async (name, question, word) => {
      const asked = await world(name).ask(question);
      expect(asked.outcome).toMatchObject({ status: 'completed', stopReason: 'no_answer' });
      expect(asked.result?.data ?? []).toEqual([]);
      expect(asked.answer).toContain(word);
      expect(asked.answer).toMatch(/I can answer|Do you mean/);
      expect(asked.answer).not.toMatch(/\b\d{2,}\b/);
    },
  );
});

describe('the answer', () => {
  it.each<[name: WorldName, question: string, pattern: RegExp]>([
    ['hospital', 'total treatment cost in 2024', /^Treatment cost in 2024 is \$[\d,]+\.\d\d\.$/],
    ['hospital', 'readmission rate', /^Readmission rate is \d+(\.\d+)?%\.$/],
    ['saas', 'churn rate', /^Churn rate is \d{2}(\.\d+)?%\.$/],
    [
      'hospital',
      'admissions in the last 3 months',
      /The data ends on 31 December 2024, so the dates are counted from there\.$/,
    ],
    ['hospital', 'admissions in 2021', /^There is no data in 2021\. The data runs from 1 January 2023 to/],
    [
      'logistics',
      'top 2 carriers by freight cost',
      /^[\w &]+ \(€[\d,.]+\) and [\w &]+ \(€[\d,.]+\) have the highest Freight cost by carrier; together they come to €[\d,.]+, [\d.]+% of the total\.$/,
    ],
    [
      'logistics',
      'how did freight cost change from 2023 to 2024?',
      /^Freight cost rose by [\d.]+%, from €[\d,.]+ \(2023\) to €[\d,.]+ \(2024\)\.$/,
    ],
    ['saas', 'tickets by week', /^Tickets come to 1,500 in total\. The week of \d/],
  ])('the answer of %s to "%s" has figures, units and filters', async (name, question, pattern) => {
    expect((await world(name).ask(question)).answer).toMatch(pattern);
  });

  it('the answer is the same each time', async () => {
    const [once, again] = [
      await world('saas').ask('tickets by plan'),
      await world('saas').ask('tickets by plan'),
    ];
    expect(once.answer).toBe(again.answer);
    expect(once.result?.sqlQuery).toBe(again.result?.sqlQuery);
  });
});
