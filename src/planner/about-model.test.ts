import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const clinic: World = {
  name: 'clinic',
  model: {
    'visits.yml': `
cubes:
  - name: visits
    sql_table: visits
    title: Visits
    description: One row for each visit of a patient.
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: ward, title: Ward, sql: "{CUBE}.ward", type: string }
      - { name: seen_on, title: Visit date, sql: "CAST({CUBE}.seen_on AS TIMESTAMP)", type: time }
    measures:
      - { name: visit_count, title: Number of visits, type: count }
      - name: takings
        title: Takings
        description: "What was paid,\\n  without deposits"
        sql: "{CUBE}.paid"
        type: sum
        format: currency
        meta: { currency: EUR, synonyms: [revenue] }
      - { name: avg_wait, title: Average wait, description: Minutes from arrival to the first word with a nurse, sql: "{CUBE}.wait", type: avg }
      - { name: idle, title: Idle share, sql: "AVG({CUBE}.wait) / 60", type: number, format: percent }
    segments:
      - { name: long_visits, title: Long visits, description: Visits with a wait of an hour and more, sql: "{CUBE}.wait >= 60" }
`,
  },
  tables: {
    visits: [
      ['id', 'ward', 'seen_on', 'paid', 'wait'],
      [1, 'North', '2024-02-03', 10, 30],
      [2, 'North', '2024-05-06', 20, 60],
      [3, 'South', '2024-11-12', 30, 90],
    ],
  },
};

describe('a question about the model', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(clinic);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const takings = 'Takings: What was paid, without deposits. It is given in EUR.';
  const german = 'Takings: What was paid, without deposits. Angegeben in EUR.';

  it.each([
    ['how are takings defined?', takings],
    ['How is revenue calculated exactly?', takings],
    ['what does the term takings mean', takings],
    ['What is the definition of takings?', takings],
    ['definition of "takings"', takings],
    ['what do you mean by revenue', takings],
    ['what does takings include', takings],
    [
      'what does average wait stand for?',
      'Average wait: Minutes from arrival to the first word with a nurse. It is given in minutes.',
    ],
    ['what is a long visit', 'Long visits: Visits with a wait of an hour and more.'],
    [
      'How is the idle share measured?',
      '"Idle share" is part of Visits; the data model does not describe it further. It is given in percent.',
    ],
    ['what counts as a late visit?', /^The data model does not define "late visit"\. It has .*"Visit date"/],
    ['define churn', 'The data model does not define "churn".'],
    ['Was bedeutet Takings?', german],
    ['Wie werden die Takings berechnet?', german],
    ['Was versteht man unter Takings?', german],
    ['Was zählt als Notfall?', 'Das Datenmodell definiert „Notfall“ nicht.'],
    [
      'what can I ask about visits?',
      /^Visits: One row for each visit of a patient\. You can ask for Number of visits, Takings, Average wait and Idle share\. It can be split and narrowed by (?:Ward and Visit date|Visit date and Ward)\.$/,
    ],
    ['what data do you have', /^You can ask about Visits\. I can answer, for example: ".+"\.$/],
    ['Was kann ich fragen?', /^Sie können nach Visits fragen\. Ich kann zum Beispiel beantworten: „\w.*“\.$/],
  ])('is answered out of its texts, without a query: %s', async (question, answer) => {
    const { answer: said, result } = await world.ask(question);
    expect(said).toEqual(typeof answer === 'string' ? answer : expect.stringMatching(answer));
    expect(result).toBeUndefined();
  });

  const dates = 'The data runs from 3 February 2024 to 12 November 2024 (Visit date).';
  const zeiten = 'Die Daten reichen vom 3. Februar 2024 bis zum 12. November 2024 (Visit date).';

  it.each([
    ['up to what date does the data run?', dates],
    ['how current is the data?', dates],
    ['How far back does the visits data go?', dates],
    ['since when do we have data on visits?', dates],
    ['what period does the data cover?', dates],
    ['Bis wann reichen die Daten?', zeiten],
    ['Wie aktuell sind die Daten?', zeiten],
    ['Welchen Zeitraum umfassen die Daten?', zeiten],
  ])('is answered with the first and the last date: %s', async (question, answer) => {
    const { answer: said, result } = await world.ask(question);
    expect(said).toBe(answer);
    expect(result?.sqlQuery).toBe('SELECT MIN(seen_on) AS earliest, MAX(seen_on) AS latest FROM visits');
  });

  it.each([
    ['what is the average wait', [[60]]],
    [
      'how are takings split by ward',
      [
        ['North', 30],
        ['South', 30],
      ],
    ],
    ['what are the takings in North', [[30]]],
  ])('is told from one of the data: %s', async (question, rows) => {
    expect((await world.ask(question)).result?.data).toEqual(rows);
  });

  it('is no part of what a follow-up goes on from', async () => {
    const { result } = await world.ask('and by ward?', ['takings in 2024', 'how are takings defined?']);
    expect(result?.data).toEqual([
      ['North', 30],
      ['South', 30],
    ]);
  });
});

describe('a German question', () => {
  it.each([
    ['Zeig mir die Top 5', /^Ich sehe nicht, nach welcher Zahl gefragt ist, und nenne deshalb lieber keine/],
    ['Wie hoch ist der Anteil der Visits?', /^Ich sehe nicht, wovon der Anteil gemeint ist, und nenne/],
  ])('is declined in German, with what it leaves open: %s', async (question, answer) => {
    await using world = await openWorld(clinic);
    expect((await world.ask(question)).answer).toMatch(answer);
  });
});
