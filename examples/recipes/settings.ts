/** Where the service is, and the key of a backend: a page sends `Bearer <session token>` instead, and no `sessionSettings`. */
const { INLAY_URL = 'http://127.0.0.1:4000', ADMIN_API_KEY = '' } = process.env;
export const url = `${INLAY_URL}/graphql`;
export const headers = { authorization: `Api-Key ${ADMIN_API_KEY}` };

/** Whom to act for, and what to ask. */
export const sessionSettings = {
  externalId: 'emma',
  userAttributes: [{ name: 'region', value: ['EU'] }],
};
export const question = { agentId: 1, input: 'How many orders in 2025 by channel?', sessionSettings };
