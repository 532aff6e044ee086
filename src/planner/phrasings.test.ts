import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds, type WorldName } from '../../test/fixtures/agent/open-worlds.ts';
import { worlds } from '../../test/fixtures/agent/worlds.ts';

const world = openWorlds(worlds);

const by = (column: string) => `SELECT ${column}, COUNT(*) FROM shipments GROUP BY 1`;
const tickets2024 = "opened >= '2024-01-01' AND opened < '2025-01-01'";

/** Ways of asking that people use, each with the figures that it asks for. */
const phrasings: readonly (readonly [WorldName, question: string, oracle: string])[] = [
  // A count stands before what is ranked.
  ['logistics', 'the 2 carriers with the lowest freight cost', ranked('carrier', 'SUM(freight)', 'ASC', 2)],
  ['logistics', 'two biggest carriers by freight cost', ranked('carrier', 'SUM(freight)', 'DESC', 2)],
  [
    'logistics',
    'What are the 3 transport modes with the fewest shipments?',
    ranked('mode', 'COUNT(*)', 'ASC', 3),
  ],
  ['logistics', 'Name the top two carriers by freight cost', ranked('carrier', 'SUM(freight)', 'DESC', 2)],
  // Two periods are held against each other in each group.
  [
    'hospital',
    'By how many percent did treatment cost change from 2023 to 2024 in each ward?',
    `SELECT ward, n, n - b, (n - b) * 100.0 / b FROM (SELECT ward, SUM(cost) FILTER (WHERE year(admitted_on) = 2024) AS n,
      SUM(cost) FILTER (WHERE year(admitted_on) = 2023) AS b FROM admissions GROUP BY 1)`,
  ],
  // Both sides of a flag, and of whatever is between two values.
  [
    'saas',
    'How many accounts are churned and how many not?',
    'SELECT churned, COUNT(*) FROM accounts GROUP BY 1',
  ],
  [
    'saas',
    'What is the churn rate gap between Business and Enterprise?',
    "SELECT plan, 100.0 * COUNT(*) FILTER (WHERE churned) / COUNT(*) FROM accounts WHERE plan IN ('Business', 'Enterprise') GROUP BY 1",
  ],
  // A comparison may stand around what it counts, and an adjective may say what is compared.
  [
    'saas',
    'total seats by industry, only industries with 76 accounts or more',
    'SELECT industry, SUM(seats) FROM accounts GROUP BY 1 HAVING COUNT(*) >= 76',
  ],
  [
    'logistics',
    'How many shipments are heavier than 500?',
    'SELECT COUNT(*) FROM shipments WHERE weight > 500',
  ],
  // A superlative of groups speaks of their average, and of what it is in.
  ['logistics', 'Which carrier is heaviest on average?', ranked('carrier', 'AVG(weight)', 'DESC', 1)],
  ['logistics', 'Which carrier is richest in freight cost?', ranked('carrier', 'SUM(freight)', 'DESC', 1)],
  [
    'logistics',
    'When was the latest shipment from Hamburg delivered?',
    "SELECT MAX(delivered) FROM shipments WHERE origin = 'Hamburg'",
  ],
  // A value in place of the name of the rows, and who they are.
  [
    'saas',
    'list the Enterprise accounts who have more than 200 seats',
    "SELECT company FROM accounts WHERE plan = 'Enterprise' AND seats > 200",
  ],
  // What comes first is ranked, and one figure is divided by a count that has no names.
  ['logistics', 'shipments per carrier, most first', `${by('carrier')} ORDER BY 2 DESC`],
  [
    'hospital',
    'admissions per readmission by ward',
    'SELECT ward, 1.0 * COUNT(*) / COUNT(*) FILTER (WHERE readmitted) FROM admissions GROUP BY 1',
  ],
  // A kind and a type are the same, whatever the model calls it.
  [
    'hospital',
    'treatment cost by kind of insurance',
    'SELECT insurance, SUM(cost) FROM admissions GROUP BY 1',
  ],
  // The longest of what has no names is how long it was.
  ['hospital', 'What was the longest admission?', 'SELECT MAX(stay_days) FROM admissions'],
  // Where something is may be all that is said of it, and who does something is not what is asked.
  [
    'saas',
    'What is in Japan with more than 245 seats?',
    "SELECT company FROM accounts WHERE country = 'Japan' AND seats > 245",
  ],
  [
    'saas',
    'What do Business and Enterprise have in total seats?',
    "SELECT plan, SUM(seats) FROM accounts WHERE plan IN ('Business', 'Enterprise') GROUP BY 1",
  ],
  // What belongs to none has no value, and a share is of the rows of which something else is said.
  [
    'hospital',
    'How many admissions do not belong to any insurance type?',
    'SELECT COUNT(*) FROM admissions WHERE insurance IS NULL',
  ],
  [
    'hospital',
    'What percentage of severe are emergencies?',
    "SELECT 100.0 * COUNT(*) FILTER (WHERE emergency) / COUNT(*) FROM admissions WHERE severity = 'severe'",
  ],
  // Yes and no are not counted.
  [
    'hospital',
    'number of admissions per ward and number of emergencies',
    'SELECT ward, COUNT(*), COUNT(*) FILTER (WHERE emergency) FROM admissions GROUP BY 1',
  ],
  // What is ranked by may be called the best, and may come after "by".
  ['saas', 'Which plan has the best satisfaction score?', bestPlan()],
  [
    'saas',
    'top 2 plans by total seats',
    'SELECT plan, SUM(seats) FROM accounts GROUP BY 1 ORDER BY 2 DESC LIMIT 2',
  ],
  // Both sides of a comparison are shown.
  [
    'logistics',
    'Was the freight cost higher for air than for sea?',
    "SELECT mode, SUM(freight) FROM shipments WHERE mode IN ('air', 'sea') GROUP BY 1",
  ],
  // A share of the rows of each group is compared.
  [
    'hospital',
    'Which wards have more than 30% of the admissions with an emergency?',
    'SELECT ward, AVG(emergency::INT) FROM admissions GROUP BY 1 HAVING AVG(emergency::INT) > 0.3',
  ],
  // "On average" is said apart of what it averages.
  [
    'hospital',
    'Which wards have a length of stay over 10 on average?',
    'SELECT ward, AVG(stay_days) FROM admissions GROUP BY 1 HAVING AVG(stay_days) > 10',
  ],
  // An order is not a cut.
  [
    'logistics',
    'freight cost by carrier, highest first',
    'SELECT carrier, SUM(freight) FROM shipments GROUP BY 1',
  ],
  [
    'logistics',
    'freight cost by carrier from lowest to highest',
    'SELECT carrier, SUM(freight) FROM shipments GROUP BY 1',
  ],
  // A name in full and a part of it again; the same count by two names.
  ['hospital', 'average cost per admission', 'SELECT AVG(cost) FROM admissions'],
  ['hospital', 'How many admissions were there in total?', 'SELECT COUNT(*) FROM admissions'],
  [
    'hospital',
    'how many patients have there been so far',
    'SELECT COUNT(DISTINCT patient_id) FROM admissions',
  ],
  ['logistics', 'freight cost spent on air', "SELECT SUM(freight) FROM shipments WHERE mode = 'air'"],
  // A share of what each has, rather than of what all have.
  [
    'saas',
    'percentage of urgent tickets per channel',
    "SELECT channel, AVG(CASE WHEN priority = 'urgent' THEN 100.0 ELSE 0 END) FROM tickets GROUP BY 1",
  ],
  ['logistics', 'how many shipments of 500+ kg', 'SELECT COUNT(*) FROM shipments WHERE weight >= 500'],
  // Both of two values, one after the other; each of several things on average.
  [
    'saas',
    'number of urgent and high tickets',
    "SELECT priority, COUNT(*) FROM tickets WHERE priority IN ('urgent', 'high') GROUP BY 1",
  ],
  // Whose figures are meant, not what they are split by.
  [
    'logistics',
    'average freight cost of Nordline shipments',
    "SELECT AVG(freight) FROM shipments WHERE carrier = 'Nordline'",
  ],
  ['saas', 'What share of tickets comes from Enterprise companies?', enterpriseShare()],
  [
    'logistics',
    'late shipments carried by Nordline',
    "SELECT COUNT(*) FROM shipments WHERE late AND carrier = 'Nordline'",
  ],
  ['logistics', 'total weight in kg by carrier', 'SELECT carrier, SUM(weight) FROM shipments GROUP BY 1'],
  [
    'saas',
    'average resolution time in hours by channel',
    'SELECT channel, AVG(hours) FROM tickets GROUP BY 1',
  ],
  [
    'saas',
    'satisfaction score of Starter and Business accounts',
    `SELECT a.plan, AVG(t.satisfaction) FROM tickets t JOIN accounts a ON a.id = t.account_id WHERE a.plan IN ('Starter', 'Business') GROUP BY 1`,
  ],
  [
    'saas',
    'tickets of Enterprise members',
    "SELECT COUNT(*) FROM tickets t JOIN accounts a ON a.id = t.account_id WHERE a.plan = 'Enterprise'",
  ],
  [
    'logistics',
    'freight cost carried by Nordline shipments per quarter',
    `SELECT date_trunc('quarter', CAST(shipped AS TIMESTAMP)), SUM(freight) FROM shipments WHERE carrier = 'Nordline' GROUP BY 1`,
  ],
  [
    'logistics',
    'Number of late shipments by carrier',
    'SELECT carrier, COUNT(*) FROM shipments WHERE late GROUP BY 1',
  ],
  [
    'saas',
    'number of urgent tickets by channel',
    "SELECT channel, COUNT(*) FROM tickets WHERE priority = 'urgent' GROUP BY 1",
  ],
  ['logistics', 'freight cost due to air', "SELECT SUM(freight) FROM shipments WHERE mode = 'air'"],
  ['saas', 'How many tickets were carried out in 2024?', `SELECT COUNT(*) FROM tickets WHERE ${tickets2024}`],
  ['saas', 'total number of tickets', 'SELECT COUNT(*) FROM tickets'],
  // Plural nouns are things, also right before a date.
  [
    'saas',
    'tickets in March 2024',
    "SELECT COUNT(*) FROM tickets WHERE opened >= '2024-03-01' AND opened < '2024-04-01'",
  ],
  [
    'saas',
    'weekly tickets in Q1 2024',
    `SELECT date_trunc('week', CAST(opened AS TIMESTAMP)), COUNT(*) FROM tickets WHERE opened >= '2024-01-01' AND opened < '2024-04-01' GROUP BY 1`,
  ],
  [
    'saas',
    'How did the number of tickets change from month to month in 2024?',
    `SELECT date_trunc('month', CAST(opened AS TIMESTAMP)), COUNT(*) FROM tickets WHERE ${tickets2024} GROUP BY 1`,
  ],
  // Units by what the column is called.
  ['logistics', 'How many shipments were over 800 kg?', 'SELECT COUNT(*) FROM shipments WHERE weight > 800'],
  // Words of the grammar may be mistyped, and contractions lose their apostrophe.
  ['hospital', 'avergae cost by ward', 'SELECT ward, AVG(cost) FROM admissions GROUP BY 1'],
  [
    'hospital',
    'how many admissions dont have an insurance',
    'SELECT COUNT(*) FROM admissions WHERE insurance IS NULL',
  ],
  // A unit may stand between a number and what compares it.
  [
    'hospital',
    'admissions with a length of stay of 14 days or more',
    'SELECT COUNT(*) FROM admissions WHERE stay_days >= 14',
  ],
  [
    'hospital',
    'how many admissions have exactly one day of stay',
    'SELECT COUNT(*) FROM admissions WHERE stay_days = 1',
  ],
  // "Number of" before an amount counts nothing.
  ['hospital', 'median number of stay days', 'SELECT MEDIAN(stay_days) FROM admissions'],
  // From one bucket to the next is a series, and a range all that is between its ends.
  [
    'logistics',
    'shipments and the change from one year to the next, from 2022 to 2024',
    "SELECT date_trunc('year', shipped), COUNT(*) FROM shipments WHERE year(shipped) < 2025 GROUP BY 1",
  ],
  [
    'logistics',
    'shipments by decade',
    "SELECT date_trunc('decade', shipped), COUNT(*) FROM shipments GROUP BY 1",
  ],
  // What follows "with" is said of each.
  [
    'saas',
    'Business accounts in Japan with their industry and seats',
    "SELECT company, industry, seats FROM accounts WHERE plan = 'Business' AND country = 'Japan'",
  ],
  // What is asked of one thing by name is shown, whatever it is.
  ['saas', 'Is Company 7 churned?', "SELECT churned FROM accounts WHERE company = 'Company 7'"],
  // Two values that are counted one by one, or held against each other.
  [
    'logistics',
    'How many air shipments and how many sea shipments?',
    "SELECT mode, COUNT(*) FROM shipments WHERE mode IN ('air', 'sea') GROUP BY 1",
  ],
  [
    'logistics',
    'ratio of air freight cost to sea freight cost',
    "SELECT mode, SUM(freight) FROM shipments WHERE mode IN ('air', 'sea') GROUP BY 1",
  ],
  // What is named in the singular is averaged over.
  [
    'logistics',
    'On average, how many shipments does a carrier have?',
    'SELECT AVG(n) FROM (SELECT carrier, COUNT(*) AS n FROM shipments GROUP BY 1)',
  ],
];

function ranked(column: string, figure: string, order: 'ASC' | 'DESC', limit: number): string {
  return `SELECT ${column}, ${figure} FROM shipments GROUP BY 1 ORDER BY 2 ${order} LIMIT ${limit}`;
}

function bestPlan(): string {
  return 'SELECT a.plan, AVG(t.satisfaction) FROM tickets t JOIN accounts a ON a.id = t.account_id GROUP BY 1 ORDER BY 2 DESC LIMIT 1';
}

function enterpriseShare(): string {
  return "SELECT AVG(CASE WHEN a.plan = 'Enterprise' THEN 1.0 ELSE 0 END) FROM tickets t JOIN accounts a ON a.id = t.account_id";
}

describe('ways of asking', () => {
  it.each(phrasings)('the planner is asked in several ways: %s: %s', async (name, question, oracle) => {
    expectRows(await world(name).ask(question), await world(name).truth(oracle));
  });

  it('the planner shows what is ordered in that order', async () => {
    const { result } = await world('logistics').ask('shipments by carrier, highest first');
    const truth = await world('logistics').truth(`${by('carrier')} ORDER BY 2 DESC`);
    expect(result?.data.map(([carrier]) => carrier)).toEqual(truth.map(([carrier]) => carrier));
  });

  it('the planner gives one answer to a follow-up that asks for one, and says how far two are apart', async () => {
    const asked = await world('logistics').ask('which of them is the highest?', ['freight cost by carrier']);
    const truth = await world('logistics').truth(ranked('carrier', 'SUM(freight)', 'DESC', 1));
    expectRows(asked, truth);
    const { answer } = await world('logistics').ask('compare the freight cost of air and sea');
    expect(answer).toMatch(/a difference of €[\d,.]+(; the larger is [\d.]+ times the smaller)?\./);
  });

  it('the planner turns round what was ranked, and counts as many', async () => {
    const { result } = await world('logistics').ask('now the lightest ones', [
      'top 2 carriers by maximum weight',
      'and the minimum weight?',
    ]);
    expect(result?.sqlQuery).toMatch(/ORDER BY 2 ASC .*LIMIT 2$/);
  });

  it('the planner keeps what a follow-up with "but" says for the next one', async () => {
    const asked = await world('logistics').ask('and for 2024', [
      'freight cost by carrier',
      'same but only for air',
    ]);
    const truth = await world('logistics').truth(
      "SELECT carrier, SUM(freight) FROM shipments WHERE mode = 'air' AND year(shipped) = 2024 GROUP BY 1",
    );
    expectRows(asked, truth);
  });

  it.each<[WorldName, string]>([
    ['hospital', 'insurance cost by ward'],
    ['hospital', 'How many hours by ward?'],
    ['logistics', 'shipments of the 7 dwarfs'],
    ['logistics', 'freight cost for SHP'],
    // What no query here does, and what is denied of things that have several.
    ['hospital', 'how many patients were admitted only once'],
    ['hospital', 'which wards had what treatment cost'],
    // What says something else of one thing is not how many rows it has.
    ['logistics', 'where does Nordline park?'],
    ['logistics', 'how big is Nordline?'],
    ['logistics', 'how well does Nordline deliver?'],
    // A rate is no count, and "best" needs something to be best at.
    ['logistics', 'delivered rate by carrier, best first'],
    // A change is one from some time to another.
    ['hospital', 'treatment cost growth by ward'],
  ])('%s: declines without rows: %s', async (name, question) => {
    const { result, events, answer } = await world(name).ask(question);
    expect(result?.data ?? [], answer).toEqual([]);
    expect(events.filter((event) => event.type === 'tool-result').join()).not.toContain('SHP-0');
  });
});
