import { type CallToolResult, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import type { OperationRunner } from '../contract/operation-runner.ts';
import { internalError, knownFailure } from '../errors.ts';
import { ask } from './ask.ts';
import { runSql } from './run-sql.ts';
import { searchMetadata } from './search-metadata.ts';
import type { Target } from './target.ts';
import type { Tool } from './tool.ts';

const tools: readonly Tool[] = [searchMetadata, runSql, ask];

const instructions =
  'Answers questions about business data under the rights of one user. Use ask for a question in plain language. To write SQL yourself, use search_metadata for the names of cubes, views and members, then run_sql.';

export interface ToolServerOptions {
  readonly operations: OperationRunner;
  readonly target: Target;
  /** Does the work of a call, whose signal also aborts when the client cancels the call. @param id of the request */
  readonly run: <Result>(
    id: string | number,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ) => Promise<Result>;
  /** Receives every error of a tool before it is masked. */
  readonly onFailure: (error: unknown) => void;
}

/** A server for one request, with all tools. */
export function createToolServer(options: ToolServerOptions): McpServer {
  const server = new McpServer(
    { name: 'inlay', title: 'Inlay', version: 'v1' },
    { instructions, capabilities: { tools: { listChanged: false } } },
  );
  for (const tool of tools) {
    const { name, title, description, input: inputSchema, output: outputSchema, isReadOnly } = tool;
    const annotations = { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false };
    server.registerTool(
      name,
      { title, description, inputSchema, outputSchema, annotations },
      (args, { mcpReq }) =>
        options.run(mcpReq.id, mcpReq.signal, async (signal) => {
          const result = await callTool(tool, args, mcpReq, signal, options);
          // A call that was cancelled is not answered: without its connection, the library drops the result.
          if (signal.aborted) await server.close();
          return result;
        }),
    );
  }
  return server;
}

async function callTool(
  tool: Tool,
  args: Record<string, unknown>,
  mcpReq: ServerContext['mcpReq'],
  signal: AbortSignal,
  { operations, target, onFailure }: ToolServerOptions,
): Promise<CallToolResult> {
  try {
    const report = progressOf(mcpReq);
    const { structured, text } = await tool.run(args, { operations, target, signal, report });
    // Clients that do not read structured content get it as text.
    const texts = [...(text === undefined ? [] : [text]), JSON.stringify(structured)];
    return { content: texts.map((each) => ({ type: 'text', text: each })), structuredContent: structured };
  } catch (error) {
    onFailure(error);
    const { code, message, retryAfterSeconds } = knownFailure(error) ?? internalError();
    const retry = retryAfterSeconds === undefined ? '' : ` Retry after ${retryAfterSeconds} seconds.`;
    return { isError: true, content: [{ type: 'text', text: `${code}: ${message}${retry}` }] };
  }
}

/** Sends each message as a progress notification, if the client gave a token for them. */
function progressOf({ _meta, notify, signal }: ServerContext['mcpReq']): (message: string) => Promise<void> {
  const progressToken = _meta?.progressToken;
  let progress = 0;
  return async (message) => {
    if (progressToken === undefined || signal.aborted) return;
    progress += 1;
    await notify({ method: 'notifications/progress', params: { progressToken, progress, message } });
  };
}
