import { Composer, type CST, type Document, Lexer, LineCounter, Parser } from 'yaml';
import type { Problem } from './model-error.ts';

/** In UTF-16 code units. */
const maxLength = 1024 * 1024;
/** Words, indicators, spaces and line breaks: 200 kB to 600 kB of a data model, read in less than a second. */
const maxTokens = 150_000;
/** Each takes about three kilobytes, if there is nothing in it. */
const maxDocuments = 1_000;
/** Collections within collections; readers of a document recurse once per level. */
const maxDepth = 100;
/** Most problems reported for one file: the rest usually follow from the first ones. */
export const maxMistakes = 20;

/** Messages of the library about lines that begin in the wrong column. */
const indentation =
  /^(Sequence item without|All (mapping|sequence) items must|Tabs are not allowed|Nested mappings are not allowed in compact)/;
const indentationRemedy =
  'Compare the indentation of this line with the one above, use spaces only, and quote text that has ": " in it';

export interface ParsedYaml {
  /** None when anything is wrong. */
  readonly documents: readonly Document[];
  readonly problems: readonly Problem[];
  /** 1-based. */
  lineAt(offset: number): number;
}

/** Parses the documents of a file, whatever it holds, in bounded time, memory and depth of calls. */
export function parseYaml(file: string, text: string): ParsedYaml {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const problems: Problem[] = [];
  let isMisplaced = false;
  const report = (offset: number, reason: string) => {
    if (problems.length === maxMistakes) throw new Refused();
    // What the parser says of the lines after a misplaced one only follows from it.
    if (isMisplaced) return;
    isMisplaced = indentation.test(reason);
    const remedy = isMisplaced ? `${reason.replace(/\.$/, '')}. ${indentationRemedy}` : reason;
    problems.push(notYaml(file, lineAt(offset), remedy));
  };
  try {
    const documents: Document[] = [];
    for (const document of compose(text, new Parser(lines.addNewLine), report)) {
      for (const { pos, message } of document.errors) report(pos[0], message);
      documents.push(document);
    }
    if (problems.length === 0) return { documents, problems, lineAt };
  } catch (error) {
    // Internal errors of the library.
    if (!(error instanceof Refused)) problems.push(notYaml(file, 1, String(error)));
  }
  return { documents: [], problems, lineAt };
}

type Report = (offset: number, reason: string) => void;

function* compose(text: string, parser: Parser, report: Report): Generator<Document> {
  const refuse = (offset: number, reason: string): never => {
    report(offset, reason);
    throw new Refused();
  };
  if (text.length > maxLength) refuse(0, tooLong);
  // Tags are ignored. The reader of the document finds repeated keys; the library takes quadratic time for them.
  const composer = new Composer({
    schema: 'core',
    resolveKnownTags: false,
    uniqueKeys: false,
    prettyErrors: false,
  });
  // The library's own handler makes an `Error` with its stack for each mistake, and never stops.
  const onError = (source: Source, _code: string, message: string, isWarning?: boolean) => {
    if (isWarning !== true) report(offsetOf(source), message);
  };
  Object.assign(composer, { onError });
  let found = 0;
  function* documents(tokens: Iterable<CST.Token>): Generator<Document> {
    for (const token of tokens) {
      if (token.type === 'error') report(token.offset, token.message);
      else {
        for (const document of composer.next(token)) {
          found += 1;
          if (found > maxDocuments) refuse(document.range[0], 'It holds too many documents');
          yield document;
        }
      }
    }
  }
  let count = 0;
  for (const source of new Lexer().lex(text)) {
    yield* documents(parser.next(source));
    count += 1;
    if (count > maxTokens) refuse(parser.offset, tooLong);
    if (parser.stack.length > maxDepth) refuse(parser.offset, 'It is nested too deeply');
  }
  yield* documents(parser.end());
  yield* composer.end(false, text.length);
}

const tooLong = 'It is too long: split it';

/** Parsing stops here; the reason has been reported. */
class Refused extends Error {}

type Source = number | readonly [number, ...number[]] | { readonly offset: number };

function offsetOf(source: Source): number {
  if (typeof source === 'number') return source;
  return 'offset' in source ? source.offset : source[0];
}

export function notYaml(file: string, line: number, reason: string): Problem {
  return { file, line, path: '', message: `Not valid YAML: ${reason}.` };
}
