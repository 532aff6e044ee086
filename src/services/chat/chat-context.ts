import type { ChatLine } from '../../contract/stream-lines.ts';
import type { RunLog } from '../../runs/run-log.ts';
import type { DataContext } from '../data/data-context.ts';
import type { LiveTurns } from './live-turns.ts';
import type { TurnOutcome, TurnRequest } from './turn.ts';

/** The context of services for chat. */
export interface ChatContext extends DataContext {
  readonly runLog: RunLog<ChatLine>;
  /** Runs one turn of the agent. Rejects only with errors of `emit`; any other failure is an outcome. */
  readonly runTurn: (request: TurnRequest) => Promise<TurnOutcome>;
  /** The turns that run in this process. */
  readonly turns: LiveTurns;
}
