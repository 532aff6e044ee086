import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../support/cluster.ts';
import type { Chance } from './chance.ts';

/** Does something bad to a cluster every few seconds until `signal` aborts; then all of it works again. */
export async function wreak(
  cluster: Cluster,
  chance: Chance,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const done = new Map<string, number>();
  const deeds = {
    'a process killed': async () => {
      const index = chance.between(0, cluster.nodes.length - 1);
      await cluster.nodes[index]?.kill();
      await cluster.replace(index);
    },
    'a process stopped in order': async () => {
      const index = chance.between(0, cluster.nodes.length - 1);
      await cluster.nodes[index]?.terminate();
      await cluster.replace(index);
    },
    'a process cut off': async () => {
      const node = chance.pick(cluster.nodes);
      node.freeze();
      await sleep(chance.between(500, 8_000));
      node.thaw();
    },
    'Redis killed': async () => {
      await cluster.redis.kill();
      await sleep(chance.between(0, 7_000));
      await cluster.redis.start();
    },
    'Redis frozen': async () => {
      cluster.redis.freeze();
      await sleep(chance.between(200, 7_000));
      cluster.redis.thaw();
    },
    'a process and Redis killed at once': async () => {
      const index = chance.between(0, cluster.nodes.length - 1);
      await Promise.all([cluster.nodes[index]?.kill(), cluster.redis.kill()]);
      await cluster.redis.start();
      await cluster.replace(index);
    },
  };
  const names = Object.keys(deeds) as (keyof typeof deeds)[];
  let left: (keyof typeof deeds)[] = [];
  while (!signal.aborted) {
    await sleep(chance.between(200, 2_000), undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    // Each comes once before any comes again.
    if (left.length === 0) left = [...names];
    const name = chance.pick(left);
    left = left.filter((other) => other !== name);
    await deeds[name]();
    done.set(name, (done.get(name) ?? 0) + 1);
  }
  return done;
}
