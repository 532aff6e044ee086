import { sealed } from '@inlay/client/embed';
import { describe, expect, it } from 'vitest';
import { createHost } from './host.ts';

const address = 'https://app.example.com';

/** A frame in a page of this origin, as far as a host is told of it. */
function openFrame(search: string, { referrer = '', ancestors = [] as string[], framed = true } = {}) {
  const sent: { message: unknown; origin: string }[] = [];
  const parent = { postMessage: (message: unknown, origin: string) => void sent.push({ message, origin }) };
  const events = new EventTarget();
  const frame = {
    location: { search, ancestorOrigins: ancestors },
    document: { referrer },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    parent: undefined as unknown,
  };
  frame.parent = framed ? parent : frame;
  const say = (data: unknown, origin: string, source: unknown = parent) =>
    events.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
  return { host: createHost(frame as unknown as Window), sent, say, parent };
}

describe('the host of an embedded page', () => {
  it.each([
    ['the address', `?host=${encodeURIComponent(address)}`, {}],
    ['the browser', '', { ancestors: [address, 'https://outer.example.com'] }],
    ['the referrer', '', { referrer: `${address}/customers/7` }],
  ])(
    'the host of an embedded page is told by %s, and spoken to under its origin alone',
    (_, search, options) => {
      const { host, sent } = openFrame(search, options);
      host.tell({ type: 'ready' });
      expect(sent).toEqual([{ message: sealed({ type: 'ready' }), origin: address }]);
    },
  );

  it('the host of an embedded page is not there for a page of its own, and not spoken to when nobody says who it is', () => {
    const alone = openFrame(`?host=${address}`, { framed: false });
    const unknown = openFrame('?host=null');
    alone.host.tell({ type: 'ready' });
    unknown.host.tell({ type: 'ready' });
    expect([...alone.sent, ...unknown.sent]).toEqual([]);
  });

  it('hands in sessions; nobody else does', () => {
    const { host, say } = openFrame(`?host=${address}`);
    const sessions: string[] = [];
    const stop = host.on('session', ({ sessionId }) => sessions.push(sessionId));
    const message = (sessionId: unknown) => sealed({ type: 'session', sessionId } as never);
    say(message('from elsewhere'), 'https://evil.example.com');
    say(message('of another window'), address, {});
    say({ type: 'session', sessionId: 'without a mark' }, address);
    say(message(7), address);
    say(null, address);
    say(message('right'), address);
    stop();
    say(message('too late'), address);
    expect(sessions).toEqual(['right']);
  });
});
