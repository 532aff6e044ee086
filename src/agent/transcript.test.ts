import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../services/chat/turn.ts';
import { historyMessages } from './transcript.ts';

const limits = { maxHistoryCharacters: 60_000 };

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
