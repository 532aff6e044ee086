import type { RunLog } from '../../runs/run-log.ts';
import type { ServiceContext } from '../context.ts';
import type { Deployments } from '../deployments/deployments.ts';
import type { ChatLine } from './chat-line.ts';
import type { LiveTurns } from './live-turns.ts';
import type { TurnOutcome, TurnRequest } from './turn.ts';

/** What chat needs besides the common context. */
export interface ChatContext extends ServiceContext {
  readonly runLog: RunLog<ChatLine>;
  readonly deployments: Deployments;
  /** Runs one turn of the agent. Rejects only with what `emit` threw; every other failure is an outcome. */
  readonly runTurn: (request: TurnRequest) => Promise<TurnOutcome>;
  /** The turns at work in this process. */
  readonly turns: LiveTurns;
}

/** Numbers reserved ahead in the thread's row, so that a crash can never give one out twice. */
export const sortBlock = 256;
