const opening = '<think>';
const closing = '</think>';

interface ThinkPiece {
  readonly kind: 'text' | 'thinking';
  readonly text: string;
}

export interface ThinkTags {
  /** The text that can be emitted so far; an end that may be the start of a tag is held back. */
  push(delta: string): readonly ThinkPiece[];
  /** The rest that was held back. */
  end(): readonly ThinkPiece[];
}

/**
 * Separates thinking between `<think>` tags from other text, however the pieces split the tags; without a closing tag, the rest
 * is thinking. The SDK's middleware changes the step itself; here the provider gets its text back unchanged in the next
 * step.
 */
export function createThinkTags(): ThinkTags {
  let kind: ThinkPiece['kind'] = 'text';
  let held = '';
  return {
    push(delta) {
      held += delta;
      const pieces: ThinkPiece[] = [];
      for (;;) {
        const tag = kind === 'text' ? opening : closing;
        const at = held.indexOf(tag);
        const end = at < 0 ? held.length - beginningOf(tag, held) : at;
        if (end > 0) pieces.push({ kind, text: held.slice(0, end) });
        if (at < 0) {
          held = held.slice(end);
          return pieces;
        }
        held = held.slice(at + tag.length);
        kind = kind === 'text' ? 'thinking' : 'text';
      }
    },
    end() {
      const rest = held;
      held = '';
      return rest === '' ? [] : [{ kind, text: rest }];
    },
  };
}

/** How many characters at the end of a text may be the start of a tag. */
function beginningOf(tag: string, text: string): number {
  let length = Math.min(tag.length - 1, text.length);
  while (length > 0 && !text.endsWith(tag.slice(0, length))) length--;
  return length;
}
