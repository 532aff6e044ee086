import type { OperationRunner } from '../contract/operation-runner.ts';
import { AppError } from '../errors.ts';
import { FirstAgentDocument, ReachedDeploymentsDocument, ViewerDocument } from './generated/graphql.ts';

/** The user, the deployment and the agent that the tools of a request work with. */
export interface Target {
  /** The user, for an API key. A session token has its own. */
  readonly sessionSettings: { readonly externalId: string } | undefined;
  /** @throws AppError `VALIDATION_FAILED` if the credentials reach several and none is named */
  deploymentId(signal: AbortSignal): Promise<number>;
  /** @throws AppError as `deploymentId`, `NOT_FOUND` */
  agentId(signal: AbortSignal): Promise<number>;
}

/**
 * Reads the headers that say what the tools work with. What they leave open is looked up when a tool needs it.
 * @throws AppError `VALIDATION_FAILED`
 */
export function readTarget(headers: Headers, operations: OperationRunner): Target {
  const namedDeployment = readNumber(headers, 'Inlay-Deployment-Id');
  const namedAgent = readNumber(headers, 'Inlay-Agent-Id');

  async function viewer(signal: AbortSignal) {
    return (await operations.execute(ViewerDocument, {}, signal)).viewer;
  }

  async function deploymentId(signal: AbortSignal): Promise<number> {
    if (namedDeployment !== undefined) return namedDeployment;
    const { deployments: bound } = await viewer(signal);
    const [only, other] = bound.length > 0 ? bound : await reachedDeployments(operations, signal);
    if (only === undefined) throw new AppError('NOT_FOUND', 'The account has no deployment.');
    if (other === undefined) return only;
    throw invalid(
      'This key reaches several deployments. Send the header Inlay-Deployment-Id with the number of one.',
    );
  }

  return {
    sessionSettings: operations.isUser ? undefined : { externalId: readExternalId(headers) },
    deploymentId,
    async agentId(signal) {
      if (namedAgent !== undefined) return namedAgent;
      if ((await viewer(signal)).role === 'CHAT') {
        throw invalid(
          'A key with the role "chat" has to name the agent. Send its number in the header Inlay-Agent-Id.',
        );
      }
      const variables = { deploymentId: await deploymentId(signal) };
      return (await operations.execute(FirstAgentDocument, variables, signal)).chatAgent.agentId;
    },
  };
}

async function reachedDeployments(operations: OperationRunner, signal: AbortSignal): Promise<number[]> {
  const { deployments } = await operations.execute(ReachedDeploymentsDocument, {}, signal);
  return deployments.edges.map(({ node }) => node.deploymentId);
}

/** Node.js reads headers as Latin-1, so other text would name another user. */
function readExternalId(headers: Headers): string {
  const externalId = headers.get('inlay-external-id');
  if (externalId === null || externalId === '') {
    throw invalid(
      'An API key needs a user to act for. Send the header Inlay-External-Id, or use a session token.',
    );
  }
  if (/^[\x21-\x7e]+$/.test(externalId)) return externalId;
  throw invalid(
    'Inlay-External-Id may contain only visible ASCII characters. For other users, use a session token.',
  );
}

function readNumber(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw invalid(`${name} must be a number.`);
}

function invalid(message: string): AppError {
  return new AppError('VALIDATION_FAILED', message);
}
