import { type Agent, request } from 'node:http';

/** Mints a session of a user that has a group and an attribute. @throws when the answer is none */
export function mint(
  agent: Agent,
  port: number,
  key: string,
  externalId: string,
  region: unknown,
): Promise<void> {
  const body = JSON.stringify({
    deploymentId: 1,
    externalId,
    groups: ['analysts'],
    userAttributes: [{ name: 'region', value: region }],
  });
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/v1/embed/generate-session',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          authorization: `Api-Key ${key}`,
        },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        response.on('end', () => {
          if (response.statusCode === 200 && /"sessionId":"[0-9a-f]{32}"/.test(text)) resolve();
          else reject(new Error(`${response.statusCode} ${text}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
