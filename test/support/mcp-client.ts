import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The current revision of the protocol, and one that begins with a handshake. */
export const revisions = ['2026-07-28', '2025-11-25'] as const;

export interface McpClient extends AsyncDisposable {
  readonly client: Client;
  /** @param more signal, or a receiver of progress */
  call(name: string, args?: object, more?: Parameters<Client['callTool']>[1]): Promise<McpAnswer>;
}

/** The result of a tool. */
export interface McpAnswer extends CallToolResult {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results freely
  readonly structuredContent?: any;
  /** Its texts. */
  readonly texts: readonly string[];
}

/** Connects the official client, which checks what it gets against the schemas of the protocol and of the tools. */
export async function connectMcp(
  url: string,
  headers: Readonly<Record<string, string>>,
  revision: (typeof revisions)[number] = revisions[0],
): Promise<McpClient> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: revision === revisions[0] ? { pin: revision } : 'legacy' } },
  );
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } });
  await client.connect(transport);
  return {
    client,
    async call(name, args = {}, more = {}) {
      const result = (await client.callTool({ name, arguments: { ...args } }, more)) as CallToolResult;
      const texts = result.content.flatMap((each) => (each.type === 'text' ? [each.text] : []));
      return { ...result, texts };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
