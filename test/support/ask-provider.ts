import type { ProviderSettings } from '../../src/agent/models.ts';
import type { AgentRuntimeOptions } from '../../src/agent/runtime.ts';
import { createAgentRuntime } from '../../src/agent/runtime.ts';
import type { AgentEvent, AgentProfile, TurnOutcome, TurnRequest } from '../../src/services/chat/turn.ts';
import type { ModelConnection } from '../../src/services/workspace/model-schema.ts';
import type { WireServer } from './wire-server.ts';

export interface AskOptions {
  readonly runtime?: Partial<AgentRuntimeOptions>;
  readonly request?: Partial<TurnRequest>;
  readonly agent?: Partial<AgentProfile>;
  readonly devMode?: boolean;
}

export interface Asked {
  readonly outcome: TurnOutcome;
  readonly events: AgentEvent[];
}

/** One turn of a provider's model, which waits for nothing between attempts. */
export async function ask(
  model: string,
  providers: ProviderSettings,
  { runtime: settings, request, agent, devMode = false }: AskOptions = {},
): Promise<Asked> {
  const emitted: AgentEvent[] = [];
  const runtime = createAgentRuntime({
    providers,
    wait: async () => undefined,
    ...settings,
    limits: { maxRetries: 2, ...settings?.limits },
  });
  const outcome = await runtime.runTurn({
    agent: { name: 'Ana', model, devMode, rules: [], certifiedQueries: [], ...agent },
    data: {
      relations: () => [],
      searchMetadata: async () => [],
      runSql: () => Promise.reject(new Error('not asked for')),
      findResult: async () => null,
    },
    history: [],
    input: 'How many trips?',
    now: new Date('2024-05-01T00:00:00Z'),
    timezone: 'UTC',
    signal: new AbortController().signal,
    emit: (event) => {
      emitted.push(event);
    },
    ...request,
  });
  return { outcome, events: emitted };
}

/** The same of an agent whose account has these models. */
export function askConnections(
  connections: readonly ModelConnection[],
  { runtime, ...options }: AskOptions = {},
): Promise<Asked> {
  const names = connections.map(({ name }) => name);
  return ask(
    names[0] ?? 'planner',
    {},
    {
      ...options,
      agent: { fallback: names.slice(1), ...options.agent },
      runtime: { connections: () => connections, ...runtime },
    },
  );
}

/** What a reader has in the end who appends deltas and replaces on full events. */
export function readTexts(emitted: readonly AgentEvent[]): string[] {
  const texts = new Map<string, string>();
  for (const event of emitted) {
    if (event.type === 'text-delta') texts.set(event.id, (texts.get(event.id) ?? '') + event.delta);
    else if (event.type === 'text') texts.set(event.id, event.content);
    else if (event.type === 'text-withdrawn') texts.set(event.id, '');
  }
  return [...texts.values()];
}

export function compatible(server: WireServer): ProviderSettings {
  return { openaiCompatibleBaseUrl: server.url, openaiCompatibleApiKey: 'key-1' };
}
