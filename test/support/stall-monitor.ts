/**
 * Loaded into a process of the service by `node --import`: says how long its event loop was held up at most since it was
 * last asked, in milliseconds: of time, and of the processor, whichever other work there is on the machine.
 */
export interface Stalls {
  readonly wallMs: number;
  readonly cpuMs: number;
}

function now(): Stalls {
  const { user, system } = process.threadCpuUsage();
  return { wallMs: performance.now(), cpuMs: (user + system) / 1_000 };
}

let last = now();
let longest: Stalls = { wallMs: 0, cpuMs: 0 };

function tick(): void {
  const current = now();
  longest = {
    wallMs: Math.max(longest.wallMs, current.wallMs - last.wallMs),
    cpuMs: Math.max(longest.cpuMs, current.cpuMs - last.cpuMs),
  };
  last = current;
}

setInterval(tick, 1).unref();
process.on('message', () => {
  tick();
  process.send?.(longest);
  longest = { wallMs: 0, cpuMs: 0 };
});
process.channel?.unref();
