import type { ProviderSettings } from '../../src/agent/models.ts';
import { type AgentRuntimeOptions, createAgentRuntime } from '../../src/agent/runtime.ts';
import type { AgentEvent, TurnOutcome, TurnRequest } from '../../src/services/chat/turn.ts';
import type { WireServer } from './wire-server.ts';

export interface AskOptions {
  readonly runtime?: Partial<AgentRuntimeOptions>;
  readonly request?: Partial<TurnRequest>;
  readonly devMode?: boolean;
}

/** One turn of a provider's model, which waits for nothing between attempts. */
export async function ask(
  model: string,
  providers: ProviderSettings,
  { runtime: settings, request, devMode = false }: AskOptions = {},
): Promise<{ outcome: TurnOutcome; events: AgentEvent[] }> {
  const emitted: AgentEvent[] = [];
  const runtime = createAgentRuntime({
    providers,
    wait: async () => undefined,
    ...settings,
    limits: { maxRetries: 2, ...settings?.limits },
  });
  const outcome = await runtime.runTurn({
    agent: { name: 'Ana', model, devMode, rules: [], certifiedQueries: [] },
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

export function compatible(server: WireServer): ProviderSettings {
  return { openaiCompatibleBaseUrl: server.url, openaiCompatibleApiKey: 'key-1' };
}
