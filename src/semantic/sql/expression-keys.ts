import type { Expr } from './ast.ts';

/**
 * Numbers that are equal for equivalent expressions, wherever in the statement they are; a subquery is equivalent only to
 * itself. Each expression is examined once, however often it is used.
 */
export class ExpressionKeys {
  readonly #known = new Map<object, number>();
  readonly #byContent = new Map<string, number>();

  of(expr: Expr): number {
    return this.#of(expr);
  }

  #of(node: object): number {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    let content = '';
    for (const [name, value] of Object.entries(node)) {
      if (name === 'query') return this.#enter(node, `${this.#byContent.size}`);
      if (name !== 'at' && name !== 'grain' && value !== undefined) content += name + this.#part(value);
    }
    return this.#enter(node, content);
  }

  #enter(node: object, content: string): number {
    const key = this.#byContent.get(content) ?? this.#byContent.size;
    this.#byContent.set(content, key);
    this.#known.set(node, key);
    return key;
  }

  #part(value: unknown): string {
    if (typeof value === 'string') return `"${value.length} ${value}`;
    if (typeof value !== 'object' || value === null) return `=${value}`;
    if (!Array.isArray(value)) return `#${this.#of(value)}`;
    return `[${value.map((item) => this.#part(item)).join('')}]`;
  }
}
