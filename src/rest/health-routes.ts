import type { z } from 'zod';
import { health, readiness } from './answers.ts';
import { jsonResponse, type Route } from './route.ts';

/** What `/ready` tells. */
export type Readiness = z.output<typeof readiness>;

/** `/health` (the process answers) and `/ready` (it can do its work), without credentials (contract §4). */
export function healthRoutes(readReadiness: () => Promise<Readiness>): readonly Route[] {
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
        answer: {
          status: 200,
          description: 'It can, or most of it.',
          or: { status: 503, description: 'It cannot, or it is stopping: send it nothing more.' },
          content: {
            'application/json': {
              schema: readiness,
              example: { status: 'ready', checks: { database: 'up', 'deployment acme/1': 'up' } },
            },
          },
        },
        errors: [],
      },
      async handle() {
        const answer = await readReadiness();
        return jsonResponse(answer, answer.status === 'ready' || answer.status === 'degraded' ? 200 : 503);
      },
    },
  ];
}
