import { expect, test } from 'vitest';
import { createPatientFetch } from './patient-fetch.ts';

/** Requests that were sent, each answered when the test says so. */
function openServer() {
  const sent: { readonly path: string; readonly answer: (response: Response) => void }[] = [];
  const ask: typeof fetch = (input) =>
    new Promise((resolve) => void sent.push({ path: String(input), answer: resolve }));
  return { sent, ask };
}

const crowded = () => new Response('', { status: 503, headers: { 'retry-after': '0' } });

test('sends so many at once, and the others in their order', async () => {
  const { sent, ask } = openServer();
  const patient = createPatientFetch(2, ask);
  const answers = ['/a', '/b', '/c'].map((path) => patient(path));
  await expect.poll(() => sent.map(({ path }) => path)).toEqual(['/a', '/b']);
  sent[1]?.answer(new Response('b'));
  expect(await (await answers[1])?.text()).toBe('b');
  await expect.poll(() => sent.map(({ path }) => path)).toEqual(['/a', '/b', '/c']);
});

test('who leaves while waiting is not sent, and keeps nobody waiting', async () => {
  const { sent, ask } = openServer();
  const patient = createPatientFetch(1, ask);
  const leaving = new AbortController();
  const first = patient('/a');
  const second = patient('/b', { signal: leaving.signal });
  const third = patient('/c');
  leaving.abort();
  await expect(second).rejects.toThrow('aborted');
  sent[0]?.answer(new Response(''));
  await first;
  await expect.poll(() => sent.map(({ path }) => path)).toEqual(['/a', '/c']);
  sent[1]?.answer(new Response(''));
  await third;
});

test('asks again when there was no room, a few times', async () => {
  let asked = 0;
  const after = (refusals: number) =>
    createPatientFetch(1, async () => {
      asked += 1;
      return asked > refusals ? new Response('rows') : crowded();
    });
  expect(await (await after(2)('/')).text()).toBe('rows');
  expect(asked).toBe(3);
  asked = 0;
  expect((await after(99)('/')).status).toBe(503);
  expect(asked).toBe(4);
});

test('leaves it to the reader to ask again what takes long, or was not said', async () => {
  for (const headers of [new Headers({ 'retry-after': '60' }), new Headers()]) {
    let asked = 0;
    const patient = createPatientFetch(1, async () => {
      asked += 1;
      return new Response('', { status: 429, headers });
    });
    expect((await patient('/')).status).toBe(429);
    expect(asked).toBe(1);
  }
});
