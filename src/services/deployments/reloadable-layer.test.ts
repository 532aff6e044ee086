import { describe, expect, it } from 'vitest';
import type { ResultStream } from '../../engines/query-engine.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import type { Viewer } from '../../semantic/viewer.ts';
import { createReloadableLayer } from './reloadable-layer.ts';

const viewer: Viewer = { userAttributes: {}, groups: [], securityContext: {} };

/** A layer that counts its disposals and answers every query with its own name. */
function namedLayer(name: string, failure?: Error): SemanticLayer & { disposals: number } {
  const rows = async function* () {
    yield [[name]];
    yield [[name]];
    if (failure !== undefined) throw failure;
  };
  return {
    disposals: 0,
    model: { cubes: new Map(), views: new Map() },
    binding: {
      isKnown: true,
      mistakes: [],
      check: async () => [],
      adopt: () => {},
      checkStatement: async () => undefined,
      findRepeatedKeys: async () => [],
    },
    metadata: async () => [],
    relations: () => [],
    searchMetadata: async () => [],
    compile: async () => ({ sql: name, params: [] }),
    describe: async () => ({ columns: [name], relations: [] }),
    query: async (sql): Promise<ResultStream> => {
      if (sql === 'bad') throw new Error('refused');
      return { columns: [], chunks: rows(), [Symbol.asyncDispose]: async () => {} };
    },
    async [Symbol.asyncDispose]() {
      this.disposals += 1;
    },
  };
}

async function read(result: ResultStream): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const chunk of result.chunks) rows.push(...chunk);
  return rows;
}

const endings: readonly [
  how: string,
  failure: Error | undefined,
  end: (result: ResultStream) => Promise<void>,
][] = [
  ['is read to its end', undefined, async (result) => void (await read(result))],
  ['fails', new Error('late'), async (result) => void (await read(result).catch(() => {}))],
  ['is disposed of unread', undefined, async (result) => result[Symbol.asyncDispose]()],
  [
    'is left in the middle',
    undefined,
    async (result) => {
      for await (const _ of result.chunks) break;
    },
  ],
];

describe('a reloadable layer', () => {
  it('disposes of an idle model at once when it is replaced', async () => {
    const [first, second] = [namedLayer('first'), namedLayer('second')];
    const layer = createReloadableLayer(first);
    layer.replace(second);
    expect([first.disposals, second.disposals]).toEqual([1, 0]);
    expect((await layer.compile('', viewer)).sql).toBe('second');
  });

  it.each(endings)('disposes of a replaced model when its last result %s', async (_how, failure, end) => {
    const first = namedLayer('first', failure);
    const layer = createReloadableLayer(first);
    const [one, other] = [await layer.query('', viewer), await layer.query('', viewer)];
    layer.replace(namedLayer('second'));
    await end(one);
    expect(first.disposals).toBe(0);
    await end(other);
    expect(first.disposals).toBe(1);
    await layer[Symbol.asyncDispose]();
    expect(first.disposals).toBe(1);
  });

  it('a reloadable layer answers what was asked before from the old model, and what is asked later from the new one', async () => {
    const layer = createReloadableLayer(namedLayer('first'));
    const before = await layer.query('', viewer);
    layer.replace(namedLayer('second'));
    const after = await layer.query('', viewer);
    expect(await read(before)).toEqual([['first'], ['first']]);
    expect(await read(after)).toEqual([['second'], ['second']]);
  });

  it('a reloadable layer is not held by a query that was refused', async () => {
    const first = namedLayer('first');
    const layer = createReloadableLayer(first);
    await expect(layer.query('bad', viewer)).rejects.toThrow('refused');
    layer.replace(namedLayer('second'));
    expect(first.disposals).toBe(1);
  });

  it('disposes of every model, also those that are still held', async () => {
    const layers = ['a', 'b', 'c'].map((name) => namedLayer(name));
    const [a, b, c] = layers;
    if (a === undefined || b === undefined || c === undefined) throw new Error('Three were made.');
    const layer = createReloadableLayer(a);
    await layer.query('', viewer);
    layer.replace(b);
    layer.replace(c);
    expect(layers.map(({ disposals }) => disposals)).toEqual([0, 1, 0]);
    await layer[Symbol.asyncDispose]();
    expect(layers.map(({ disposals }) => disposals)).toEqual([1, 1, 1]);
  });
});
