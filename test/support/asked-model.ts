import { type ModelCall, openModelServer } from './model-server.ts';

/** A model whose calls wait for the test, which takes each by the question that it is about. */
export interface AskedModel extends AsyncDisposable {
  /** What the service needs to reach it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The next call whose last user message contains `question`, once it is there. */
  call(question: string): Promise<ModelCall>;
  /** Calls that nobody has taken. */
  readonly waiting: number;
}

/** @param answersItself answers a call without the test; null for one that waits to be taken */
export async function openAskedModel(
  answersItself: (call: ModelCall) => Promise<void> | null = () => null,
): Promise<AskedModel> {
  const calls: ModelCall[] = [];
  const asked: { readonly question: string; readonly resolve: (call: ModelCall) => void }[] = [];
  const server = await openModelServer((call) => {
    const answering = answersItself(call);
    if (answering !== null) return answering;
    const index = asked.findIndex(({ question }) => isAbout(call, question));
    if (index < 0) calls.push(call);
    else asked.splice(index, 1)[0]?.resolve(call);
    return undefined;
  });
  return {
    environment: { OPENAI_COMPATIBLE_BASE_URL: server.url },
    call(question) {
      const index = calls.findIndex((call) => isAbout(call, question));
      const [call] = index < 0 ? [] : calls.splice(index, 1);
      return call === undefined
        ? new Promise((resolve) => asked.push({ question, resolve }))
        : Promise.resolve(call);
    },
    get waiting() {
      return calls.length;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Whether the last message of the user contains `question`. */
export function isAbout({ messages }: ModelCall, question: string): boolean {
  const last = messages.findLast(({ role }) => role === 'user');
  return JSON.stringify(last?.content ?? '').includes(question);
}
