import { describe, expect, it } from 'vitest';
import { openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const authors = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gil', 'Hal'];
const subjects = ['Law', 'Art', 'Physics', 'Music', 'Biology'];

/** Books with one or two subjects each, so that the entries of a subject are as many as its books. */
const library: World = {
  name: 'library',
  model: {
    'library.yml': `
cubes:
  - name: books
    sql_table: books
    title: Books
    dimensions:
      - { name: book_id, title: Book ID, sql: "{CUBE}.id", type: number, primary_key: true, format: id }
      - { name: author, title: Author, sql: "{CUBE}.author", type: string }
      - { name: pages, title: Pages, sql: "{CUBE}.pages", type: number }
      - { name: price, title: Price, sql: "{CUBE}.price", type: number, format: currency, meta: { currency: USD } }
    measures:
      - { name: book_count, title: Books, type: count_distinct, sql: "{CUBE}.id" }
      - { name: avg_price, title: Average price, type: avg, sql: "{CUBE}.price", format: currency, meta: { currency: USD } }
      - { name: avg_pages, title: Average pages, type: avg, sql: "{CUBE}.pages" }
  - name: book_subjects
    sql_table: subjects
    public: false
    title: Subject entries
    joins:
      - { name: books, relationship: many_to_one, sql: "{CUBE}.book_id = {books}.id" }
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: subject, title: Subject, sql: "{CUBE}.subject", type: string }
    measures:
      - { name: book_subjects_count, title: Subject entries, type: count }
views:
  - name: book_subjects_overview
    title: Subject entries
    cubes:
      - { join_path: book_subjects, includes: "*" }
      - { join_path: book_subjects.books, includes: [price, book_count, avg_price] }
`,
  },
  tables: {
    books: [
      ['id', 'author', 'pages', 'price'],
      ...Array.from({ length: 400 }, (_, index) => [
        index + 1,
        authors[Math.floor(Math.sqrt(index * 13) % authors.length)] ?? '',
        80 + ((index * 37) % 500),
        5 + ((index * 7_919) % 6_211) / 97,
      ]),
    ],
    subjects: [
      ['id', 'book_id', 'subject'],
      ...Array.from({ length: 600 }, (_, index) => {
        const book = index < 400 ? index + 1 : (index - 399) * 2;
        return [
          index + 1,
          book,
          subjects[(Math.floor(Math.sqrt(book * 3)) + (index < 400 ? 0 : 1)) % subjects.length] ?? '',
        ];
      }),
    ],
  },
};

const byAuthor = (figure: string, having: string): string =>
  `SELECT author, ${figure} FROM books GROUP BY 1 HAVING ${having}`;

describe('a condition on how many each group has', () => {
  const world = openWorlds({ library });

  it.each([
    // A group that is named again is no further one.
    [
      'average price by author, only authors with at least 50 books',
      byAuthor('AVG(price)', 'COUNT(*) >= 50'),
    ],
    [
      'authors ranked by average price of their books (only authors with 50 books or more)',
      byAuthor('AVG(price)', 'COUNT(*) >= 50'),
    ],
    ['authors with more than 50 books and their median price', byAuthor('MEDIAN(price)', 'COUNT(*) > 50')],
    // What has so many others is a group, however the sentence goes.
    ['authors of whom more than 50 books are there', byAuthor('COUNT(*)', 'COUNT(*) > 50')],
    ['authors held by at least 50 books', byAuthor('COUNT(*)', 'COUNT(*) >= 50')],
    // How a figure is put together is said once.
    [
      'average pages for each author with 50 books or more, most pages first',
      byAuthor('AVG(pages)', 'COUNT(*) >= 50'),
    ],
    [
      'average price per subject, but only subjects with 100 books or more',
      'SELECT subject, AVG(price) FROM subjects JOIN books ON books.id = book_id GROUP BY 1 HAVING COUNT(*) >= 100',
    ],
  ])('is read from "%s"', async (question, oracle) => {
    const { result, answer } = await world('library').ask(question);
    const rows = (of: readonly (readonly unknown[])[]): string[] =>
      of.map(([name, figure]) => `${name} ${Number(figure).toPrecision(6)}`).sort();
    expect(rows(result?.data ?? []), answer).toEqual(rows(await world('library').truth(oracle)));
  });

  it('is not read where the group is left for other words', async () => {
    const { result, answer } = await world('library').ask('authors with at least 50 readers');
    expect(result?.data ?? [], answer).toEqual([]);
  });
});
