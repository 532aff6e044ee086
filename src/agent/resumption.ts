/** Filters a text that may start by repeating what was already said. */
export interface Resumption {
  /** The part of this piece that was not said before; empty while it may still be a repetition. */
  push(delta: string): string;
}

/** Text that follows on from `said`: a repetition of it from its beginning is held back, anything else passes. */
export function createResumption(said: string): Resumption {
  let held = '';
  let passing = said === '';
  return {
    push(delta) {
      if (passing) return delta;
      held += delta;
      if (held.length <= said.length && said.startsWith(held)) return '';
      passing = true;
      return held.startsWith(said) ? held.slice(said.length) : held;
    },
  };
}
