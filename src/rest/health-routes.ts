import type { z } from 'zod';
import { health, readiness } from './answers.ts';
import { jsonResponse, type Route } from './route.ts';

/** What `/ready` tells. */
export type Readiness = z.output<typeof readiness>;

/** `/health` (the process answers) and `/ready` (it can do its work), for anybody (contract §4). */
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
        summary: 'Is the process alive',
        answer: {
          status: 200,
          description: 'It is.',
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
        summary: 'Can the service do its work',
        description:
          'With an admin key, deployments of its account go by their names, and mistakes in their data models are told by file and line. Credentials that are not valid are none.',
        answer: {
          status: 200,
          description: 'It can, or most of it.',
          or: { status: 503, description: 'It cannot, or it is stopping: send it nothing more.' },
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
