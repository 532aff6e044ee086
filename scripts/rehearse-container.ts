import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Executes the last stage of the Dockerfile where there is no container engine: in an empty Debian root, made by debootstrap, with
 * this Node.js in place of the base image's. Then starts it as its user, on a read-only root, over a workspace that `inlay init`
 * writes, asks a first question, and prints seconds and megabytes. Needs root. `npm run build` has to have run.
 */
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'inlay-container-'));
const image = join(folder, 'image');
const port = '4599';

/** Time after which what the start and the first answer needed is given back. */
const restMs = 60_000;

interface Image {
  readonly env: Record<string, string>;
  user: string;
  entrypoint: readonly string[];
  command: readonly string[];
}

const say = (text: string) => process.stdout.write(`${text}\n`);

try {
  const tarball = pack();
  say(`package: ${megabytes(tarball)} MB`);
  makeRoot();
  say(`empty root with Node.js: ${megabytes(image)} MB`);
  const built = timed('the steps of the Dockerfile', () => execute(tarball));
  say(`image: ${megabytes(image)} MB; of it the package with its dependencies ${megabytes(installed())} MB`);
  await start(built);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function pack(): string {
  const name = run('npm', ['pack', join(root, 'dist'), '--pack-destination', folder, '--silent']).trim();
  return join(folder, name.split('\n').at(-1) ?? '');
}

function makeRoot(): void {
  const sources = run('sh', [
    '-c',
    'cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true',
  ]);
  const mirror = /https?:\/\/\S+\/debian\/?(?=\s|$)/.exec(sources)?.[0];
  run('debootstrap', [
    '--variant=minbase',
    '--include=ca-certificates',
    'bookworm',
    image,
    ...(mirror === undefined ? [] : [mirror]),
  ]);
  // What the base image would bring.
  cpSync(process.execPath, join(image, 'usr/local/bin/node'));
  const npm = dirname(
    createRequire(run('sh', ['-c', 'readlink -f "$(command -v npm)"']).trim()).resolve('../package.json'),
  );
  cpSync(npm, join(image, 'usr/local/lib/node_modules/npm'), { recursive: true });
  run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(image, 'usr/local/bin/npm')]);
  // How this machine reaches its registries.
  for (const file of [
    'etc/resolv.conf',
    'etc/hosts',
    'etc/apt/apt.conf.d',
    'etc/ssl/certs',
    'usr/local/share/ca-certificates',
  ]) {
    if (existsSync(`/${file}`))
      cpSync(`/${file}`, join(image, file), { recursive: true, dereference: true, force: true });
  }
}

/** Runs the steps after the last FROM. */
function execute(tarball: string): Image {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8').replace(/\\\n/g, ' ');
  const steps = text.slice(text.lastIndexOf('\nFROM ') + 1).split('\n');
  const built: Image = { env: {}, user: '0:0', entrypoint: [], command: [] };
  for (const step of steps) {
    const [, word = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(step) ?? [];
    if (word === 'COPY') cpSync(tarball, join(image, rest.split(' ').at(-1) ?? ''));
    else if (word === 'RUN') timed(rest.split(' && ')[0] ?? '', () => inRoot(rest));
    else if (word === 'ENV') {
      const [name = '', value = ''] = rest.split('=');
      built.env[name] = value;
    } else if (word === 'USER') built.user = rest;
    else if (word === 'ENTRYPOINT') built.entrypoint = JSON.parse(rest);
    else if (word === 'CMD') built.command = JSON.parse(rest);
    else if (!['', 'FROM', 'VOLUME', 'EXPOSE', 'HEALTHCHECK'].includes(word) && !step.startsWith('#')) {
      throw new Error(`The rehearsal does not know ${word}.`);
    }
  }
  return built;
}

function inRoot(command: string): void {
  const { NODE_EXTRA_CA_CERTS = '' } = process.env;
  const setting = (name: string) => run('npm', ['config', 'get', name]).trim();
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    DEBIAN_FRONTEND: 'noninteractive',
    NODE_EXTRA_CA_CERTS,
    npm_config_registry: setting('registry'),
    ...(setting('cafile') === 'null' ? {} : { npm_config_cafile: setting('cafile') }),
  };
  execFileSync('chroot', [image, 'sh', '-ec', command], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

function installed(): string {
  return join(image, 'usr/local/lib/node_modules/inlay');
}

async function start({ env, user, entrypoint, command }: Image): Promise<void> {
  inRoot('inlay init /workspace/shop');
  const adminKey = 'a-key-for-the-rehearsal-of-the-container';
  const script = [
    `mount --bind ${image} ${image}`,
    `mount -o remount,ro,bind ${image}`,
    `mount -t tmpfs tmpfs ${image}/tmp`,
    `mount -t tmpfs -o uid=1000 tmpfs ${image}/var/lib/inlay`,
    `mount -t proc proc ${image}/proc`,
    `mount --bind /dev ${image}/dev`,
    `exec chroot --userspec=${user} ${image} ${[...entrypoint, ...command].join(' ')}`,
  ].join(' && ');
  const given = {
    PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...env,
    WORKSPACE: '/workspace/shop',
    PORT: port,
    ADMIN_API_KEY: adminKey,
  };
  const startedMs = performance.now();
  const child = spawn('unshare', ['--mount', 'sh', '-ec', script], {
    env: given,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() - startedMs > 120_000)
      throw new Error('The service does not start.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  say(`ready after ${seconds(startedMs)} s`);
  const answer = await fetch(`${url}/api/v1/public/acme/agents/1/chat/stream-chat-state`, {
    method: 'POST',
    headers: { authorization: `Api-Key ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      input: 'Revenue by category',
      sessionSettings: { externalId: 'emma', userAttributes: [{ name: 'region', value: ['EU'] }] },
    }),
  });
  const said = /"content":"([^"]*)","graphPath":\["final"\]/.exec(await answer.text())?.[1];
  say(`first answer after ${seconds(startedMs)} s: ${said}`);
  // The process became the init of the image, whose child is the service.
  const [service = ''] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
  const statusOf = (name: string) =>
    new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${service}/status`, 'utf8'))?.[1];
  const resident = () => Math.round(Number(statusOf('VmRSS')) / 1024);
  say(`user ${statusOf('Uid')}, ${resident()} MB resident behind the first answer`);
  await new Promise((resolve) => setTimeout(resolve, restMs));
  say(`${resident()} MB resident at rest, ${seconds(startedMs)} s after the start`);
  const stoppedMs = performance.now();
  child.kill('SIGTERM');
  say(`ended with ${await ended} after ${seconds(stoppedMs)} s`);
}

function timed<Result>(what: string, work: () => Result): Result {
  const startedMs = performance.now();
  const result = work();
  say(`${what}: ${seconds(startedMs)} s`);
  return result;
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1000).toFixed(1);
}

function megabytes(path: string): number {
  return Number(run('du', ['-sm', path]).split('\t')[0]);
}

function run(program: string, args: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
