import type { AnyLine } from '../../src/contract/stream-lines.ts';
import type { SvcSqlApiResult } from '../../src/contract/tools.ts';
import { printable } from './field-formats.ts';
import { createToolRenderer, type Paint } from './render-tool.ts';
import { createTextPrinter } from './text-printer.ts';

export interface RenderTarget {
  write(text: string): void;
  readonly paint: Paint;
}

/** What a stream came to. */
export interface RenderedStream {
  readonly chatId: string | null;
  /** Text of the final line; null when there was none. */
  readonly answer: string | null;
  readonly results: readonly SvcSqlApiResult[];
  /** `completed`, `aborted`, `failed` or `interrupted`; null when the stream was cut before it said. */
  readonly status: string | null;
}

/**
 * Prints a chat stream (spec: Chat stream message) for a person, each step when it happens: searches, SQL, tables, charts,
 * text piece by piece, the answer.
 */
export async function renderStream(
  lines: AsyncIterable<unknown>,
  { write, paint }: RenderTarget,
): Promise<RenderedStream> {
  const tools = createToolRenderer(paint);
  const text = createTextPrinter(write);
  let chatId: string | null = null;
  let answer: string | null = null;
  let status: string | null = null;

  function print(printed: readonly string[]): void {
    text.close();
    for (const line of printed) write(line.trim() === '' ? '\n' : `  ${line}\n`);
  }

  for await (const value of lines) {
    const line = value as AnyLine;
    chatId = line.state?.chatId ?? chatId;
    if (line.id === '__state__') status = line.state?.status ?? null;
    if (line.error !== undefined) print(['', paint('red', printable(line.error))]);
    else if (line.toolCall !== undefined) {
      const { name, input, result } = line.toolCall;
      print(result === undefined ? tools.callLines(name, input) : tools.resultLines(result));
    } else if (line.role === 'user') print(['', paint('bold', `› ${printable(line.content ?? '')}`)]);
    else if (isAnswer(line)) {
      answer = line.content ?? '';
      text.printUnlessSaid(line);
    } else if (line.content !== undefined) text.print(line);
  }
  text.close();
  return { chatId, answer, results: tools.results, status };
}

function isAnswer({ role, graphPath = [] }: AnyLine): boolean {
  return role === 'assistant' && graphPath[0] === 'final' && graphPath.length <= 2;
}
