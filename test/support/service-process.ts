import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expectDiscreetLog, rememberQuestion } from './discreet-log.ts';
import { noLimits } from './limits.ts';
import { LineClient } from './line-client.ts';
import type { Stalls } from './stall-monitor.ts';

const root = join(import.meta.dirname, '..', '..');
export const adminKey = 'an-admin-key-for-the-tests-of-crashes';

/** The agent of the shop's copy that asks the test's model server. */
export const modelAgent = 9;

export interface ServiceFolder extends AsyncDisposable {
  readonly path: string;
  readonly dataDir: string;
}

/**
 * A temporary copy of examples/shop, with an agent on an OpenAI-compatible model, and a place for the state.
 * @param limited keeps the limits that an account has by default
 */
export async function createServiceFolder({ limited = false } = {}): Promise<ServiceFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-crash-'));
  const path = join(folder, 'shop');
  for (const name of ['inlay.yml', 'model', 'branches', 'dashboards', 'data']) {
    await cp(join(root, 'examples', 'shop', name), join(path, name), { recursive: true });
  }
  const file = join(path, 'inlay.yml');
  const agent = `      - { id: ${modelAgent}, name: Remote, deploymentId: 1, model: "openai-compatible:test" }\n`;
  const text = await readFile(file, 'utf8');
  // Most tests send as much as they can; limits have tests of their own.
  const limits = limited ? '' : `    limits: ${JSON.stringify(noLimits)}\n`;
  const changed = text.replace('    agents:\n', `    agents:\n${agent}`);
  await writeFile(
    file,
    changed.replace(/^ {4}useCreatorMode: .*\n/m, (line) => line + limits),
  );
  return {
    path,
    dataDir: join(folder, 'state'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** An option for node that lets a process say how long its event loop was held up. */
export const stallMonitor = `--import=${join(import.meta.dirname, 'stall-monitor.ts')}`;

/** Pino's `error`. */
const errorLevel = 50;

/** A line of pino's. */
export interface LogEntry {
  readonly level: number;
  readonly msg: string;
  readonly [property: string]: unknown;
}

/** The command of the service by itself. @param nodeOptions before its file, such as the monitor of `stalls` */
export function serviceCommand(...nodeOptions: string[]): readonly [string, ...string[]] {
  return [process.execPath, ...nodeOptions, join(root, 'src', 'main.ts')];
}

/**
 * What is started, unless a test is about how. To optimise WebAssembly takes a third of the processor time of a start, and
 * pays only in processes that live longer than those of tests.
 */
const plain = serviceCommand('--liftoff-only');

/** `node src/main.ts` in a process of its own. Disposing kills it, and reads its log for what must not be in one. */
export class ServiceProcess implements AsyncDisposable {
  readonly url: string;
  /** All that it has written, to whichever stream. */
  readonly said: readonly string[];
  /** What it has logged so far, on the levels of its `LOG_LEVEL`. */
  readonly logged: readonly LogEntry[];
  readonly #child: ChildProcess;
  readonly #isGroup: boolean;
  readonly #exited: Promise<number | null>;
  readonly #secrets: readonly string[];

  private constructor(
    child: ChildProcess,
    isGroup: boolean,
    exited: Promise<number | null>,
    url: string,
    said: readonly string[],
    logged: readonly LogEntry[],
    secrets: readonly string[],
  ) {
    this.said = said;
    this.#child = child;
    this.#isGroup = isGroup;
    this.#exited = exited;
    this.url = url;
    this.logged = logged;
    this.#secrets = secrets;
  }

  /**
   * Resolves once it says that it is ready.
   * @param command what starts the service, through processes of its own; they are killed with it
   * @throws when it ends before, with what it said
   */
  static async start(
    folder: Pick<ServiceFolder, 'path' | 'dataDir'>,
    environment: Record<string, string>,
    command = plain,
  ): Promise<ServiceProcess> {
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
    const [program, ...args] = command;
    const given = { ADMIN_API_KEY: adminKey, ...environment };
    const child = spawn(program, args, {
      cwd: root,
      // A group of its own, so that all that it started can be found.
      detached: command !== plain,
      stdio: command.includes(stallMonitor) ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
      env: {
        PATH,
        HOME,
        NODE_COMPILE_CACHE,
        PORT: '0',
        WORKSPACE: folder.path,
        DATA_DIR: folder.dataDir,
        LOG_LEVEL: 'error',
        ...given,
      },
    });
    const exited = once(child, 'exit').then(([code]) => code as number | null);
    const said: string[] = [];
    const logged: LogEntry[] = [];
    child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    const ready = new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
        said.push(`${line}\n`);
        if (line.startsWith('{')) logged.push(JSON.parse(line) as LogEntry);
        const url = /^inlay ready on (\S+)$/.exec(line)?.[1];
        if (url !== undefined) resolve(url);
      });
      void exited.then((code) => reject(new Error(`The service ended with ${code}: ${said.join('')}`)));
    });
    const secrets = Object.entries(given).flatMap(([name, value]) =>
      /KEY|SECRET/.test(name) ? [value] : [],
    );
    const url = await inTime(ready, 'it is not ready', said);
    return new ServiceProcess(child, command !== plain, exited, url, said, logged, secrets);
  }

  get pid(): number {
    const { pid } = this.#child;
    if (pid === undefined) throw new Error('The process was not started.');
    return pid;
  }

  chat(body: object, agent = modelAgent): Promise<LineClient> {
    return this.post(chatPath(agent), body);
  }

  /** Posts JSON with the admin key. */
  post(path: string, body: object): Promise<LineClient> {
    return postTo(this.url, path, body);
  }

  /** What `/ready` says. */
  async readiness(): Promise<{ readonly status: number; readonly body: unknown }> {
    const answer = await LineClient.open(`${this.url}/ready`, { method: 'GET' });
    return { status: answer.status, body: await answer.json() };
  }

  /** How long its event loop was held up at most since this was last asked; it was started with `stallMonitor`. */
  async stalls(): Promise<Stalls> {
    this.#child.send({});
    const [stalls] = await once(this.#child, 'message');
    return stalls as Stalls;
  }

  /** Keeps it from doing anything, its timers too, until it is thawed. */
  freeze(): void {
    this.#child.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child.kill('SIGCONT');
  }

  /** What it has logged as an error: what nobody should see. */
  get faults(): readonly LogEntry[] {
    return this.logged.filter(({ level }) => level >= errorLevel);
  }

  /** Ends it without a word. */
  async kill(): Promise<void> {
    if (!this.signalGroup('SIGKILL')) this.#child.kill('SIGKILL');
    await this.#exited;
  }

  /** Sends a signal to all processes of a `command`, as a terminal does. @returns false when there are none */
  signalGroup(signal: NodeJS.Signals | 0): boolean {
    try {
      return this.#isGroup && process.kill(-(this.#child.pid ?? 0), signal);
    } catch {
      return false;
    }
  }

  /** The exit code, once it has ended. @throws when it does not, with what it said */
  get ended(): Promise<number | null> {
    return inTime(this.#exited, 'it has not ended', this.said);
  }

  /** Asks it to end, and waits until it has. @returns the exit code @throws as `ended` */
  terminate(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    return this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    expectDiscreetLog(this.said, this.#secrets);
  }
}

/** Far longer than anything takes on a busy machine, and shorter than a test may take, which could not say what it waited for. */
const patienceMs = 80_000;

async function inTime<T>(awaited: Promise<T>, problem: string, said: readonly string[]): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`After ${patienceMs / 1_000} s ${problem}: ${said.join('')}`));
  }, patienceMs);
  try {
    return await Promise.race([awaited, promise]);
  } finally {
    clearTimeout(timer);
  }
}

export function chatPath(agent = modelAgent): string {
  return `/api/v1/public/acme/agents/${agent}/chat/stream-chat-state`;
}

/** Posts JSON with the admin key to a service, or to what stands before it. */
export function postTo(url: string, path: string, body: object): Promise<LineClient> {
  if ('input' in body) rememberQuestion(body.input);
  return LineClient.open(`${url}${path}`, { body, headers: { authorization: `Api-Key ${adminKey}` } });
}
