import type { AgentEvent } from '../services/chat/turn.ts';
import { createThinkTags } from './think-tags.ts';

export interface SpeechOptions {
  readonly createId: () => string;
  /** Whether readers see the model's thinking. */
  readonly devMode: boolean;
  readonly emit: (event: AgentEvent) => Promise<void>;
}

/**
 * The model's text in one step, as one message. The text of a broken attempt is withdrawn as soon as the next attempt says
 * something, under its own id, so that no text combines two attempts.
 */
export class Speech {
  readonly #options: SpeechOptions;
  #id: string;
  #text = '';
  #thinking = '';
  #tags = createThinkTags();
  #isStale = false;

  constructor(options: SpeechOptions) {
    this.#options = options;
    this.#id = options.createId();
  }

  /** What readers have of the current attempt. */
  get text(): string {
    return this.#isStale ? '' : this.#text;
  }

  /** The attempt broke: readers keep its text until the next attempt says something, or ends. */
  breakOff(): void {
    this.#isStale = true;
  }

  async say(delta: string): Promise<void> {
    await this.#renew();
    for (const piece of this.#tags.push(delta)) await this.#speak(piece);
  }

  async think(text: string): Promise<void> {
    await this.#renew();
    await this.#think(text);
  }

  /** The attempt completed. */
  async finish(): Promise<void> {
    await this.#renew();
    for (const piece of this.#tags.end()) await this.#speak(piece);
    await this.close();
  }

  /** Closes the message as it is. */
  async close(): Promise<void> {
    if (this.#text === '' && this.#thinking === '') return;
    const thinking = this.#thinking === '' ? {} : { thinking: this.#thinking };
    await this.#options.emit({ type: 'text', id: this.#id, content: this.#text, ...thinking });
  }

  /** Withdraws the message, if anything was said. */
  async withdraw(): Promise<void> {
    const said = this.#text + this.#thinking;
    const id = this.#id;
    this.#id = this.#options.createId();
    this.#text = '';
    this.#thinking = '';
    this.#tags = createThinkTags();
    this.#isStale = false;
    if (said !== '') await this.#options.emit({ type: 'text-withdrawn', id });
  }

  async #renew(): Promise<void> {
    if (this.#isStale) await this.withdraw();
  }

  async #speak(piece: { readonly kind: 'text' | 'thinking'; readonly text: string }): Promise<void> {
    if (piece.kind === 'thinking') return this.#think(piece.text);
    // Models leave empty lines after their thinking.
    const delta = this.#text === '' ? piece.text.trimStart() : piece.text;
    if (delta === '') return;
    this.#text += delta;
    await this.#options.emit({ type: 'text-delta', id: this.#id, delta });
  }

  async #think(delta: string): Promise<void> {
    if (!this.#options.devMode || delta === '') return;
    this.#thinking += delta;
    await this.#options.emit({ type: 'thinking-delta', id: this.#id, delta });
  }
}
