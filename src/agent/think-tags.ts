const opening = '<think>';
const closing = '</think>';

export interface ThinkPiece {
  readonly kind: 'text' | 'thinking';
  readonly text: string;
}

export interface ThinkTags {
  /** What can be told of the text so far; an end that may be the beginning of a tag is held back. */
  push(delta: string): readonly ThinkPiece[];
  /** What was held back. */
  end(): readonly ThinkPiece[];
}

/**
 * Tells thinking from speech in a text that holds it between `<think>` tags, however its pieces cut them; without a
 * closing tag all the rest is thinking. The SDK's middleware for this changes the step itself: here the provider gets the
 * text back in the next step as it sent it.
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

/** How many characters at the end of a text may be the beginning of a tag. */
function beginningOf(tag: string, text: string): number {
  let length = Math.min(tag.length - 1, text.length);
  while (length > 0 && !text.endsWith(tag.slice(0, length))) length--;
  return length;
}
