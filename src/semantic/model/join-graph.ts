import type { Relationship } from '../data-model.ts';
import type { CubeDraft } from './drafts.ts';

/** Joins as declared, from the cube that declares them. */
export class JoinGraph {
  readonly #outgoing: ReadonlyMap<string, ReadonlyMap<string, Relationship>>;
  readonly #incoming: ReadonlyMap<string, ReadonlyMap<string, Relationship>>;

  constructor(cubes: ReadonlyMap<string, CubeDraft>) {
    const outgoing = new Map<string, Map<string, Relationship>>();
    const incoming = new Map<string, Map<string, Relationship>>();
    for (const name of cubes.keys()) {
      outgoing.set(name, new Map());
      incoming.set(name, new Map());
    }
    for (const cube of cubes.values()) {
      for (const { target, relationship } of cube.joins) {
        outgoing.get(cube.name)?.set(target.text, relationship);
        incoming.get(target.text)?.set(cube.name, relationship);
      }
    }
    this.#outgoing = outgoing;
    this.#incoming = incoming;
  }

  joins(from: string, to: string): boolean {
    return this.#outgoing.get(from)?.has(to) ?? false;
  }

  targets(from: string): readonly string[] {
    return [...(this.#outgoing.get(from)?.keys() ?? [])];
  }

  /**
   * True when joins lead from one cube to the other, over any number of hops, or to a cube that does not exist and might
   * have led there.
   */
  reaches(from: string, to: string): boolean {
    const seen = new Set([from]);
    for (const cube of seen) {
      if (cube === to || !this.#outgoing.has(cube)) return true;
      for (const next of this.targets(cube)) seen.add(next);
    }
    return false;
  }

  /**
   * A cube that can repeat the rows of the given one in some join tree, or undefined when none can. A tree is walked up
   * to an ancestor and down another branch; a step that leads to many rows repeats the cube's own.
   */
  repeatedBy(cube: string): string | undefined {
    const seen = new Set([`up ${cube}`]);
    const queue: { cube: string; down: boolean }[] = [{ cube, down: false }];
    for (const step of queue) {
      const visit = (next: string, down: boolean) => {
        const key = `${down ? 'down' : 'up'} ${next}`;
        if (seen.has(key)) return;
        seen.add(key);
        queue.push({ cube: next, down });
      };
      for (const [next, relationship] of this.#outgoing.get(step.cube) ?? []) {
        if (relationship === 'one_to_many' && next !== cube) return next;
        visit(next, true);
      }
      if (step.down) continue;
      for (const [next, relationship] of this.#incoming.get(step.cube) ?? []) {
        if (relationship === 'many_to_one' && next !== cube) return next;
        visit(next, false);
      }
    }
    return undefined;
  }
}
