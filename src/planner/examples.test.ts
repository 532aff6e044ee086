import { describe, expect, it } from 'vitest';
import { openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Things with names, and what happens to them. */
const library: World = {
  name: 'library',
  model: {
    'library.yml': `
cubes:
  - name: readers
    sql_table: readers
    title: Readers
    dimensions:
      - { name: reader_id, title: Reader number, sql: "{CUBE}.reader_id", type: number, primary_key: true, format: id }
      - { name: reader_name, title: Name, sql: "{CUBE}.reader_name", type: string }
      - { name: district, title: District, sql: "{CUBE}.district", type: string }
      - { name: joined_on, title: Joined on, sql: "CAST({CUBE}.joined_on AS TIMESTAMP)", type: time }
    measures:
      - { name: reader_count, title: Readers, type: count }
  - name: loans
    sql_table: loans
    title: Loans
    joins:
      - { name: readers, relationship: many_to_one, sql: "{CUBE}.reader_id = {readers}.reader_id" }
    dimensions:
      - { name: loan_id, sql: "{CUBE}.loan_id", type: number, primary_key: true, public: false }
      - { name: loan_number, title: Loan number, sql: "{CUBE}.loan_number", type: string }
      - { name: kind, title: Medium, sql: "{CUBE}.kind", type: string }
      - { name: lent_on, title: Lent on, sql: "CAST({CUBE}.lent_on AS TIMESTAMP)", type: time }
      - { name: reader_id, sql: "{CUBE}.reader_id", type: number, public: false }
    measures:
      - { name: loan_count, title: Loans, type: count }
      - { name: fees, title: Fees, sql: "{CUBE}.fee", type: sum }
`,
  },
  tables: {
    readers: [
      ['reader_id', 'reader_name', 'district', 'joined_on'],
      [1, 'Ida Quist', 'North', '2023-02-01'],
      [2, 'Per Holm', 'South', '2023-05-01'],
      [3, 'Una Falk', 'North', '2024-01-01'],
    ],
    loans: [
      ['loan_id', 'loan_number', 'kind', 'lent_on', 'reader_id', 'fee'],
      [1, 'L-1', 'Book', '2024-01-10', 1, 2],
      [2, 'L-2', 'Film', '2024-02-10', 2, 3],
      [3, 'L-3', 'Book', '2024-03-10', 1, 4],
    ],
  },
  now: '2024-04-01T12:00:00Z',
};

const world = openWorlds<'library'>({ library });

describe('questions that are offered as examples', () => {
  it('count nothing by its own name or number', async () => {
    const { answer } = await world('library').ask('readers who yodel');
    expect(answer).toContain('"Readers by district"');
    expect(answer).not.toMatch(/by (?:name|reader number|month)"|Top 5 Name/i);
  });

  it('split by kinds and months what happens', async () => {
    const { answer } = await world('library').ask('loans that glitter');
    expect(answer).toContain('"Loans by medium"');
    expect(answer).toContain('"Loans by month"');
    expect(answer).not.toContain('oan number');
  });

  it('can be answered', async () => {
    for (const question of [
      'Loans by medium',
      'Loans by month',
      'Top 5 readers by loans',
      'Readers by district',
    ])
      expect((await world('library').ask(question)).result?.data, question).not.toHaveLength(0);
  });

  it.each([
    [
      'What can I ask?',
      /^You can ask about Readers and Loans\. I can answer, for example: "Top 5 readers by loans" or "Readers by district"\.$/,
    ],
    [
      'Was kann ich fragen?',
      /^Sie können nach Readers und Loans fragen\. Ich kann zum Beispiel beantworten: „/,
    ],
  ])('are told with what there is: %s', async (question, said) => {
    expect((await world('library').ask(question)).answer).toMatch(said);
  });
});
