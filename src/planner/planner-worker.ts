import { parentPort } from 'node:worker_threads';
import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { nextMove } from './dialogue/next-move.ts';
import type { WorkerMessage } from './planner-thread.ts';

/** Runs on a thread of its own: a prompt comes in, what the planner does next goes out. */
parentPort?.on('message', (prompt: LanguageModelV4Prompt) => send(answerTo(prompt)));
send('ready');

function answerTo(prompt: LanguageModelV4Prompt): WorkerMessage {
  try {
    return { move: nextMove(prompt) };
  } catch (error) {
    return { error };
  }
}

function send(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}
