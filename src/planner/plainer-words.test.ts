import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds, type WorldName } from '../../test/fixtures/agent/open-worlds.ts';
import { worlds } from '../../test/fixtures/agent/worlds.ts';

const world = openWorlds(worlds);

/** The last question of a thread, and the figures that it asks for. */
const threads: readonly (readonly [WorldName, thread: readonly string[], oracle: string])[] = [
  // What is there and what is not.
  [
    'hospital',
    ['How many admissions have an unknown insurance type?'],
    'SELECT COUNT(*) FROM admissions WHERE insurance IS NULL',
  ],
  // Places among the values themselves.
  [
    'logistics',
    ['Which carrier comes second by freight cost?'],
    'SELECT carrier FROM shipments GROUP BY 1 ORDER BY SUM(freight) DESC LIMIT 1 OFFSET 1',
  ],
  // All of something taken together, and what an order goes by.
  [
    'hospital',
    ['admissions per ward, all patients together'],
    'SELECT ward, COUNT(*) FROM admissions GROUP BY 1',
  ],
  [
    'saas',
    ['what is the biggest company going by seats?'],
    'SELECT company, seats FROM accounts ORDER BY seats DESC LIMIT 1',
  ],
  [
    'hospital',
    ['how many admissions have the maximum stay of 21?'],
    'SELECT COUNT(*) FROM admissions WHERE stay_days = 21',
  ],
  // Rows that come to what some of them are counted as.
  [
    'hospital',
    ['What share of all admissions ended in a readmission?'],
    'SELECT AVG(readmitted::INT) FROM admissions',
  ],
  [
    'hospital',
    ['how many admissions in 2024 led to a readmission?'],
    'SELECT COUNT(*) FROM admissions WHERE readmitted AND year(admitted_on) = 2024',
  ],
  [
    'hospital',
    ['how many admissions with a readmission?'],
    'SELECT COUNT(*) FROM admissions WHERE readmitted',
  ],
  // What a question says in other words.
  [
    'logistics',
    ['how many shipments on the high side, i.e. with a weight over 500?'],
    'SELECT COUNT(*) FROM shipments WHERE weight > 500',
  ],
  [
    'logistics',
    ['how many shipments from Hamburg in transit, i.e. with status lost?'],
    "SELECT COUNT(*) FROM shipments WHERE origin = 'Hamburg' AND status = 'lost'",
  ],
  // Figures in the unit that is asked for.
  [
    'hospital',
    ['average length of stay in hours by ward'],
    'SELECT ward, AVG(stay_days) * 24 FROM admissions GROUP BY 1',
  ],
  ['logistics', ['total freight cost in thousands'], 'SELECT SUM(freight) / 1000 FROM shipments'],
  // One figure for each unit of another, and how far two are apart.
  [
    'logistics',
    ['freight cost per unit of weight by carrier'],
    'SELECT carrier, SUM(freight) / SUM(weight) FROM shipments GROUP BY 1',
  ],
  [
    'logistics',
    ['By what factor is the average freight cost of air higher than that of sea?'],
    "SELECT mode, AVG(freight) FROM shipments WHERE mode IN ('air', 'sea') GROUP BY 1",
  ],
  // Bounds denied.
  // Follow-ups as edits.
  [
    'logistics',
    ['freight cost by carrier in 2024', 'compared to the year before'],
    "SELECT carrier, date_trunc('year', shipped), SUM(freight) FROM shipments WHERE year(shipped) IN (2023, 2024) GROUP BY 1, 2",
  ],
  [
    'hospital',
    ['what share of admissions has an unknown insurance type?', 'split that by ward'],
    'SELECT ward, AVG(CASE WHEN insurance IS NULL THEN 1.0 ELSE 0 END) FROM admissions GROUP BY 1',
  ],
  [
    'hospital',
    ['average length of stay by ward', 'longest first, top 2'],
    'SELECT ward, AVG(stay_days) FROM admissions GROUP BY 1 ORDER BY 2 DESC LIMIT 2',
  ],
  [
    'logistics',
    ['freight cost by carrier in 2024', 'by month instead of carrier'],
    "SELECT date_trunc('month', shipped), SUM(freight) FROM shipments WHERE year(shipped) = 2024 GROUP BY 1",
  ],
  [
    'logistics',
    ['how many shipments are delayed?', "and how many aren't?"],
    'SELECT COUNT(*) FROM shipments WHERE NOT late',
  ],
  [
    'logistics',
    ['shipments by carrier for air', 'now for all transport modes'],
    'SELECT carrier, COUNT(*) FROM shipments GROUP BY 1',
  ],
  [
    'logistics',
    ['shipments by carrier', 'only those above 400'],
    'SELECT carrier, COUNT(*) FROM shipments GROUP BY 1 HAVING COUNT(*) > 400',
  ],
  [
    'saas',
    ['top 5 companies by seats', 'just 2'],
    'SELECT company FROM accounts ORDER BY seats DESC, company LIMIT 2',
  ],
  [
    'saas',
    ['list the Enterprise accounts from Japan', 'how many is that?'],
    "SELECT COUNT(*) FROM accounts WHERE plan = 'Enterprise' AND country = 'Japan'",
  ],
  [
    'saas',
    ['how many accounts are there by plan?', 'list the ones in Japan'],
    "SELECT company FROM accounts WHERE country = 'Japan'",
  ],
  [
    'saas',
    ['tickets by plan in 2024', 'something else: how many accounts are there in Brazil?'],
    "SELECT COUNT(*) FROM accounts WHERE country = 'Brazil'",
  ],
  [
    'hospital',
    ['admissions by ward', 'as a percentage', 'and by severity instead'],
    'SELECT severity, COUNT(*), COUNT(*) * 100.0 / SUM(COUNT(*)) OVER () FROM admissions GROUP BY 1',
  ],
];

describe('questions as people put them', () => {
  it.each(threads)('are answered as plainer ones are, in %s: %j', async (name, thread, oracle) => {
    const asked = await world(name).ask(thread.at(-1) ?? '', thread.slice(0, -1));
    expectRows(asked, await world(name).truth(oracle));
  });

  it('say which unit a figure is in', async () => {
    const { answer } = await world('hospital').ask('average length of stay in hours');
    expect(answer).toContain('Average length of stay in hours');
  });

  it('are not answered with how many rows there are of which a figure is asked', async () => {
    const { result, answer } = await world('hospital').ask(
      'average length of stay of admissions with a readmission',
    );
    expect(result?.sqlQuery ?? '', answer).not.toContain('MEASURE(readmissions)');
  });

  it('are not answered over the first few alone where those are to be sorted anew', async () => {
    const { outcome } = await world('saas').ask('sort these by creation date', ['top 5 companies by seats']);
    expect(outcome).toMatchObject({ stopReason: 'no_answer' });
  });

  it('are not answered as a narrower question where one before them was not understood', async () => {
    const { outcome } = await world('hospital').ask('and by ward?', [
      'Admissions in 2024',
      'only those with glandular fever',
    ]);
    expect(outcome).toMatchObject({ stopReason: 'no_answer' });
  });
});
