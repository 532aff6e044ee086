import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Cluster } from '../support/cluster.ts';
import type { Line, LineClient } from '../support/line-client.ts';
import { chatPath, postTo } from '../support/service-process.ts';
import type { Chance } from './chance.ts';

interface Asked {
  readonly input: string;
  /** How its turn ended, as its client was told. */
  status: string;
}

/** What a user has seen of one of their threads, over all readings. */
class SeenThread {
  readonly chatId: string;
  readonly asked: Asked[] = [];
  /** By number: what was said under it. */
  readonly #lines = new Map<number, string>();

  constructor(chatId: string) {
    this.chatId = chatId;
  }

  /** @throws when a number stands for two lines, or a reading does not go forward */
  see(lines: readonly Line[]): void {
    let last = 0;
    for (const { id, sort, isDelta } of lines) {
      if (id.startsWith('__')) continue;
      expect(sort, `${this.chatId}: numbers go forward`).toBeGreaterThan(last);
      last = sort;
      // Joined deltas carry the number of their last, so the text under a number may differ; the message may not.
      const said = `${id} ${isDelta === true ? 'delta' : 'whole'}`;
      expect(this.#lines.get(sort) ?? said, `${this.chatId}: number ${sort} is one line`).toBe(said);
      this.#lines.set(sort, said);
    }
  }
}

let messages = 0;

/** A user who asks, is cut off, sends again, aborts and reads, on whatever process, and keeps book of it. */
export class Talker {
  readonly threads: SeenThread[] = [];
  readonly #cluster: Cluster;
  readonly #chance: Chance;
  readonly #sessionSettings: { readonly externalId: string; readonly isEphemeral: false };
  sent = 0;

  constructor(cluster: Cluster, chance: Chance, externalId: string) {
    this.#cluster = cluster;
    this.#chance = chance;
    this.#sessionSettings = { externalId, isEphemeral: false };
  }

  /** Talks until `signal` aborts, and to the end of its last turn. */
  async talk(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const thread =
        this.threads.length > 0 && this.#chance.happens(0.8) ? this.#chance.pick(this.threads) : undefined;
      await this.#ask(thread);
    }
  }

  /** A thread as a process tells it now. */
  async read({ chatId }: { readonly chatId: string }): Promise<Line[]> {
    return untilCut(await this.#post({ chatId, sessionSettings: this.#sessionSettings }));
  }

  /** Sends one message until its turn has come to an end of its own. */
  async #ask(known: SeenThread | undefined): Promise<void> {
    messages += 1;
    const input = `Soak ${messages}.`;
    const request = {
      input,
      messageId: `${1_700_000_000_000 + messages}-message`,
      sessionSettings: this.#sessionSettings,
      ...(known === undefined ? {} : { chatId: known.chatId }),
    };
    const asked: Asked = { input, status: 'unknown' };
    let thread = known;
    while (asked.status === 'unknown') {
      this.sent += 1;
      const streams = await Promise.all(
        Array.from({ length: this.#chance.happens(0.2) ? 2 : 1 }, () =>
          this.#post(request).catch(() => null),
        ),
      );
      for (const stream of streams) {
        if (stream === null) continue;
        if (stream.status !== 200) {
          const text = await stream.text().catch(() => '');
          // The end of a turn was told: its thread is free, whatever happened.
          expect([stream.status, text], input).toEqual([503, expect.any(String)]);
          continue;
        }
        const opening = await takeUpTo(stream, this.#chance.between(1, 6));
        thread ??= this.#enter(opening);
        if (thread !== undefined && this.#chance.happens(0.1)) await this.#abort(thread.chatId);
        const leaves = this.#chance.happens(0.1);
        if (leaves) stream.destroy();
        const lines = leaves ? opening : [...opening, ...(await untilCut(stream))];
        thread?.see(lines);
        if (lines.length > 1 && thread?.asked.includes(asked) === false) thread.asked.push(asked);
        const status = lines.at(-1)?.state?.status;
        if (status === 'failed') throw new Error(`${input} ${JSON.stringify(lines.slice(-2))}`);
        if (status === 'completed' || status === 'aborted') asked.status = status;
      }
      if (asked.status === 'unknown') await sleep(this.#chance.between(20, 300));
    }
    if (thread !== undefined && this.#chance.happens(0.3))
      thread.see(await this.read(thread).catch(() => []));
  }

  #enter(opening: readonly Line[]): SeenThread | undefined {
    const chatId = opening[0]?.state?.chatId;
    if (chatId === undefined) return undefined;
    const thread = new SeenThread(chatId);
    this.threads.push(thread);
    return thread;
  }

  async #abort(chatId: string): Promise<void> {
    const body = { chatId, sessionSettings: this.#sessionSettings };
    const answer = await this.#post(body, `${chatPath()}/abort`).catch(() => null);
    if (answer === null) return;
    expect([204, 503]).toContain(answer.status);
    if (answer.status !== 204) return;
    const running = await this.#cluster.prisma.chatRun.count({
      where: { threadId: chatId, status: 'running' },
    });
    expect(running, `${chatId}: an abort that was acknowledged has stopped the turn`).toBe(0);
  }

  #post(body: object, path = chatPath()): Promise<LineClient> {
    return postTo(this.#chance.pick(this.#cluster.nodes).url, path, body);
  }
}

async function takeUpTo(stream: LineClient, count: number): Promise<Line[]> {
  const lines: Line[] = [];
  while (lines.length < count) {
    const line = await stream.next().catch(() => undefined);
    if (line === undefined) break;
    lines.push(line);
  }
  return lines;
}

/** What can be read until the stream ends, however that shows. */
export async function untilCut(stream: LineClient): Promise<Line[]> {
  return takeUpTo(stream, Number.POSITIVE_INFINITY);
}
