import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readNdjson } from './read-ndjson.ts';

const text = '{"id":"1","content":"Zoë – 12 €"}\n\n{"id":"2"}\n';
const values = [{ id: '1', content: 'Zoë – 12 €' }, { id: '2' }];

async function* chunksOf(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array, void> {
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    yield bytes.subarray(from, cut);
    from = cut;
  }
  yield bytes.subarray(from);
}

async function readAll(bytes: Uint8Array, cuts: readonly number[] = []): Promise<unknown[]> {
  return await Array.fromAsync(readNdjson(chunksOf(bytes, cuts)));
}

it('gives the same values however the bytes are cut, inside characters too', async () => {
  const bytes = new TextEncoder().encode(text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
      expect(await readAll(bytes, cuts)).toEqual(values);
    }),
  );
});

it('gives a line when its newline arrives, without waiting for the next', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const lines = readNdjson(readable);
  const first = lines.next();
  await writer.write(new TextEncoder().encode('{"id":"1"}\n{"id"'));
  expect(await first).toEqual({ done: false, value: { id: '1' } });
  const second = lines.next();
  await writer.write(new TextEncoder().encode(':"2"}'));
  await writer.close();
  expect(await second).toEqual({ done: false, value: { id: '2' } });
  expect(await lines.next()).toEqual({ done: true, value: undefined });
});

it('refuses a line that was cut and bytes that are no text', async () => {
  await expect(readAll(new TextEncoder().encode('{"id":"1"}\n{"id":'))).rejects.toThrow(SyntaxError);
  await expect(readAll(Uint8Array.of(0x22, 0xff, 0x22, 0x0a))).rejects.toThrow(TypeError);
});
