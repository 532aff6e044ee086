import { describe, expect, it } from 'vitest';
import { ask, compatible } from '../../test/support/ask-provider.ts';
import { chatCallWith, chatText } from '../../test/support/wire-formats.ts';
import { serve } from '../../test/support/wire-server.ts';

const optional = ['queryTitle', 'description', 'userRequest', 'memoryId', 'vegaSpec'];
const rows = {
  uuid: 'b5a9f0a4-0000-4000-8000-000000000001',
  columns: [{ name: 'n', columnType: 'Int64' as const }],
  rows: [[1]],
  totalRows: 1,
};

describe('an optional argument of a tool that says nothing', () => {
  it.each(
    optional.flatMap(
      (name) =>
        [
          [name, ''],
          [name, ' '],
          [name, null],
        ] as const,
    ),
  )('an optional argument of a tool that says nothing is absent: %s as %j', async (name, value) => {
    const args = { sqlQuery: 'SELECT 1', [name]: value };
    await using server = await serve([chatCallWith(JSON.stringify(args), 'svcSqlApi'), chatText('One.')]);
    const asked: object[] = [];
    const { events } = await ask('openai-compatible:m', compatible(server), {
      request: {
        data: {
          relations: () => [],
          searchMetadata: async () => [],
          findResult: async () => null,
          runSql: async (input) => {
            asked.push(input);
            return rows;
          },
        },
      },
    });
    const expected = {
      sqlQuery: 'SELECT 1',
      queryTitle: '',
      description: '',
      userRequest: 'How many trips?',
    };
    expect(asked).toEqual([expected]);
    const result = events.find((event) => event.type === 'tool-result');
    expect(JSON.parse(result?.result ?? '')).toMatchObject({ ...expected, data: [[1]] });
  });

  it('an optional argument of a tool that says nothing is not a required one', async () => {
    for (const [name, args, word] of [
      ['svcSqlApi', { sqlQuery: '' }, 'sqlQuery'],
      ['svcSqlApi', { sqlQuery: null }, 'sqlQuery'],
      ['svcMeta', { searchQuery: null }, 'searchQuery'],
    ] as const) {
      await using server = await serve([chatCallWith(JSON.stringify(args), name), chatText('One.')]);
      const { events } = await ask('openai-compatible:m', compatible(server));
      const result = events.find((event) => event.type === 'tool-result');
      expect(JSON.parse(result?.result ?? '')).toMatchObject({ error: expect.stringContaining(word) });
    }
  });

  it('an optional argument of a tool that says nothing may be an empty search, which asks for everything', async () => {
    await using server = await serve([chatCallWith('{"searchQuery":""}'), chatText('One.')]);
    const { events } = await ask('openai-compatible:m', compatible(server));
    const result = events.find((event) => event.type === 'tool-result');
    expect(JSON.parse(result?.result ?? '')).toEqual({ cubes: [], searchQuery: '' });
  });
});
