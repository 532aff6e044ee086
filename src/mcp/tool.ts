import type { z } from 'zod';
import type { OperationRunner } from '../contract/operation-runner.ts';
import type { Target } from './target.ts';

/** A tool of the server: one operation of the API and a mapping. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** For the model that decides whether to call it. */
  readonly description: string;
  readonly input: Input;
  readonly output: z.ZodObject;
  /** Whether a call leaves nothing behind. */
  readonly isReadOnly: boolean;
  /** @throws AppError, which the caller reads as the result */
  run(args: z.output<Input>, call: ToolCall): Promise<ToolAnswer>;
}

/** What a call acts on, and how it is followed. */
export interface ToolCall {
  readonly operations: OperationRunner;
  readonly target: Target;
  /** Aborts when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /** Tells the client what is being done, if it asked for that. */
  readonly report: (message: string) => Promise<void>;
}

export interface ToolAnswer {
  /** Checked against `output` before it is sent. */
  readonly structured: Readonly<Record<string, unknown>>;
  /** Words to show before the structured content. @default none */
  readonly text?: string;
}

/** A tool whose `run` gets what its own `input` has parsed. */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}
