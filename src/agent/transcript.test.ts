import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../services/chat/turn.ts';
import { showHistory } from './transcript.ts';

const limits = { maxHistoryCharacters: 60_000, maxNotesCharacters: 100 };

const historyMessages = (...args: Parameters<typeof showHistory>) => showHistory(...args).messages;

function turn(question: string, result: unknown): HistoryEntry[] {
  return [
    { type: 'user', content: question },
    { type: 'tool', id: question, name: 'svcMeta', input: '{}', result: JSON.stringify(result) },
    { type: 'assistant', content: 'Done.' },
  ];
}

describe('the history that a model is shown', () => {
  it('names the relations that an earlier search found', () => {
    const messages = historyMessages(turn('a', { cubes: [{ name: 'orders' }], searchQuery: 'a' }), limits);
    expect(JSON.stringify(messages)).toContain('orders');
  });

  it('the history that a model is shown has of a search the members that its turn used', () => {
    const member = (name: string) => ({ name: `orders.${name}`, title: name, type: 'string' });
    const cube = { name: 'orders', type: 'view', title: 'Orders', segments: [] };
    const dimensions = [
      { ...member('city'), values: ['Bern', 'Basel'], valuesComplete: true },
      member('colour'),
    ];
    const [question, search, answer] = turn('a', {
      cubes: [
        { ...cube, dimensions, measures: [member('count')] },
        { ...cube, name: 'stays' },
      ],
      searchQuery: 'a',
    });
    const sqlQuery = 'SELECT city, MEASURE(count) FROM orders GROUP BY 1';
    const result = JSON.stringify({ sqlQuery, schema: [], data: [], totalRows: 0, uuid: 'u' });
    const query = {
      type: 'tool' as const,
      id: 'q',
      name: 'svcSqlApi',
      input: JSON.stringify({ sqlQuery }),
      result,
    };
    const history = [question, search, query, answer].filter((entry) => entry !== undefined);
    const text = JSON.stringify(historyMessages(history, limits)).replaceAll('\\', '');
    expect(text).toContain('"values":["Bern","Basel"]');
    expect(text).toContain('{"name":"count"');
    expect(text).not.toContain('colour');
    expect(text).toContain('{"name":"stays"}');
  });

  it('the history that a model is shown loses its oldest turns seldom, so that turns begin alike', () => {
    const room = { ...limits, maxHistoryCharacters: 8_000 };
    const all = Array.from({ length: 60 }, (_, at) =>
      turn(`question ${at} ${'x'.repeat(100)}`, { cubes: [] }),
    );
    const begun = all.map((_, at) => JSON.stringify(historyMessages(all.slice(0, at + 1).flat(), room)[0]));
    expect(begun.at(-1)).toContain('earlier turns');
    expect(new Set(begun).size).toBeLessThan(begun.length / 4);
    for (const [at] of all.entries()) {
      const size = JSON.stringify(historyMessages(all.slice(0, at + 1).flat(), room)).length;
      expect(size).toBeLessThan(8_200);
    }
  });

  it('the history that a model is shown keeps the notes on its questions, and omits all of them once they no longer fit', () => {
    const noted = (at: number): HistoryEntry => ({
      type: 'user',
      content: `question ${at}`,
      notes: `{"note":${at}}`,
    });
    const all = Array.from({ length: 30 }, (_, at) => noted(at + 10));
    const shown = all.map((_, at) => showHistory(all.slice(0, at + 1), limits));
    // Nine of them have at most 100 characters.
    expect(shown.map(({ notes }) => notes.length)).toEqual(all.map((_, at) => (at + 1) % 10));
    for (const { messages, notes } of shown) {
      const text = JSON.stringify(messages).replaceAll('\\', '');
      expect(text.match(/"note":\d+/g)?.length ?? 0).toBe(notes.length);
      expect(notes.every((each) => text.includes(each))).toBe(true);
    }
  });

  it('the history that a model is shown is put together without reading long results again', () => {
    const dimensions = Array.from({ length: 1_000 }, (_, at) => ({
      name: `dimension ${at}`,
      title: 'Title',
      type: 'string',
    }));
    const cubes = Array.from({ length: 20 }, (_, at) => ({ name: `cube ${at}`, dimensions }));
    const [, long] = turn('a', { cubes });
    const history = Array.from({ length: 60 }, (_, at) => [
      ...turn(`question ${at}`, { cubes: [] }),
      ...(long === undefined ? [] : [long]),
    ]).flat();
    const before = process.threadCpuUsage();
    const messages = historyMessages(history, limits);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(200);
    const text = JSON.stringify(messages);
    expect(text).toContain('question 59');
    expect(text).not.toContain('cube 1');
  });
});
