import { health, readiness } from './answers.ts';
import type { Readiness } from './readiness.ts';
import { jsonResponse, type Route } from './route.ts';

/** `/health` (the process responds) and `/ready` (it can do its work), for anyone. */
export function healthRoutes(
  readReadiness: (authorization: string | null) => Promise<Readiness>,
): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/health',
      public: true,
      probe: true,
      describe: {
        operationId: 'readHealth',
        tag: 'Service',
        summary: 'Check that the process responds',
        answer: {
          status: 200,
          description: 'The process responds.',
          content: { 'application/json': { schema: health, example: { status: 'ok' } } },
        },
        errors: [],
      },
      handle: async () => jsonResponse({ status: 'ok' }),
    },
    {
      method: 'GET',
      path: '/ready',
      public: true,
      probe: true,
      describe: {
        operationId: 'readReadiness',
        tag: 'Service',
        summary: 'Check that the service can do its work',
        description:
          'With an admin key, the response names the deployments of the account and lists mistakes in their data models by file and line. Credentials that are not valid are ignored.',
        answer: {
          status: 200,
          description: 'The service can do all or most of its work.',
          or: {
            status: 503,
            description: 'The service cannot do its work, or is shutting down. Send no more requests.',
          },
          content: {
            'application/json': {
              schema: readiness,
              example: { status: 'ready', checks: { database: 'up', deployments: 'up' } },
            },
          },
        },
        errors: [],
      },
      async handle({ request }) {
        const answer = await readReadiness(request.headers.get('authorization'));
        return jsonResponse(answer, answer.status === 'ready' || answer.status === 'degraded' ? 200 : 503);
      },
    },
  ];
}
