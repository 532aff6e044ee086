import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

/** A bookshop, where copies are what the model calls sold. */
const world = openWorlds({
  bookshop: {
    name: 'a bookshop',
    model: {
      'receipts.yml': `
cubes:
  - name: receipts
    title: Receipts
    sql_table: receipts
    dimensions:
      - { name: receipt_id, title: Receipt number, sql: receipt_id, type: number, primary_key: true }
      - { name: genre, title: Genre, sql: genre, type: string }
      - { name: sold_on, title: Sold on, sql: "CAST({CUBE}.sold_on AS TIMESTAMP)", type: time }
      - { name: copies, title: Copies, sql: copies, type: number, meta: { synonyms: [copies sold] } }
      - { name: rating, title: Rating, sql: rating, type: number }
      - { name: weight, title: Weight, sql: copies, type: number, meta: { unit: kg } }
    measures:
      - { name: receipt_count, title: Receipts, type: count }
      - { name: total_copies, title: Total copies, type: sum, sql: copies, meta: { synonyms: [copies sold] } }
      - { name: total_weight, title: Total weight, type: sum, sql: copies, meta: { unit: kg } }
      - { name: average_rating, title: Average rating, type: avg, sql: rating }
      - { name: takings, title: Takings, type: sum, sql: paid, format: currency, meta: { currency: EUR, synonyms: [revenue] } }
`,
    },
    tables: {
      receipts: [
        ['receipt_id', 'genre', 'sold_on', 'copies', 'paid', 'rating'],
        ...Array.from({ length: 24 }, (_, id) => [
          id + 1,
          id % 3 === 0 ? 'Poetry' : 'Crime',
          `2026-0${1 + (id % 9)}-11`,
          1 + (id % 4),
          9 + id * 2,
          id % 5,
        ]),
      ],
    },
  },
});

const label = openWorlds({
  label: {
    name: 'a record label',
    model: {
      'statements.yml': `
cubes:
  - name: royalty_statements
    title: Royalty statements
    sql_table: statements
    dimensions:
      - { name: statement_id, title: Statement, sql: statement_id, type: number, primary_key: true }
      - { name: due_on, title: Due on, sql: "CAST({CUBE}.due_on AS TIMESTAMP)", type: time }
      - { name: paid_on, title: Paid on, sql: "CAST({CUBE}.paid_on AS TIMESTAMP)", type: time }
    measures:
      - { name: statement_count, title: Royalty statements, type: count }
`,
    },
    tables: {
      statements: [
        ['statement_id', 'due_on', 'paid_on'],
        [1, '2024-05-01', '2024-05-02'],
        [2, '2024-06-01', null],
      ],
    },
  },
});

describe('how many of what the model has no word for', () => {
  it('asks for no others that it is like', async () => {
    const { result, answer } = await label('label').ask('how many invoices are overdue?');
    expect(result, answer).toBeUndefined();
  });
});

describe('how much was sold', () => {
  it.each([
    ['how much did we sell in 2026?', ''],
    ['how much crime did we sell', " WHERE genre = 'Crime'"],
    ['how much did we sell in 2026, in euros?', ''],
  ])('is the money that came in, whatever else the model calls sold: %s', async (question, where) => {
    expectRows(
      await world('bookshop').ask(question),
      await world('bookshop').truth(`SELECT SUM(paid) FROM receipts${where}`),
    );
  });

  it('is so many pieces where they are asked for', async () => {
    const asked = await world('bookshop').ask('how many copies did we sell in 2026?');
    expectRows(asked, await world('bookshop').truth('SELECT SUM(copies) FROM receipts'));
  });
});

describe('a currency that is asked for', () => {
  it.each(['total takings in euros', 'total takings by genre in EUR'])(
    'is that of the figures: %s',
    async (question) => {
      const { result, answer } = await world('bookshop').ask(question);
      expect(result, answer).toBeDefined();
    },
  );

  it.each([
    'total copies in dollars',
    'number of receipts in euros',
    'total weight in euros',
    'total takings in dollars',
    'takings by genre in pounds',
  ])('is asked back where they are in none, or in another: %s', async (question) => {
    const { result, answer } = await world('bookshop').ask(question);
    expect(result, answer).toBeUndefined();
  });
});

describe('how many of anything', () => {
  it.each([
    'how many items have a rating',
    'how many entries give a rating',
    'how many of them show a rating',
  ])('asks for no mean: %s', async (question) => {
    const { answer } = await world('bookshop').ask(question);
    expect(answer).not.toMatch(/^(?:Average|Highest)/);
  });
});

describe('how many of them there are', () => {
  it.each([
    ['average rating of crime receipts, and how many of them are there', 'AVG(rating), COUNT(*)'],
    ['lowest and highest rating for crime, and how many there are', 'MIN(rating), MAX(rating), COUNT(*)'],
    ['what are the total takings of crime receipts and how many are there?', 'SUM(paid), COUNT(*)'],
  ])('is asked beside another figure: %s', async (question, figures) => {
    expectRows(
      await world('bookshop').ask(question),
      await world('bookshop').truth(`SELECT ${figures} FROM receipts WHERE genre = 'Crime'`),
    );
  });
});

describe('a share of what the model does not know', () => {
  it('is none of all that it does know', async () => {
    const { result, answer } = await world('bookshop').ask(
      'total copies as a percentage of copies printed by genre',
    );
    expect(result, answer).toBeUndefined();
  });
});
