/**
 * Typed documents, as a front end would use them: operations/*.graphql says what is asked, `npm run codegen` makes the
 * types, and a wrong variable or a field that was not asked for does not compile.
 */
import {
  MintSessionDocument,
  SessionsOfTenantDocument,
  type TypedDocumentString,
} from './generated/graphql.ts';

const { INLAY_URL = 'http://127.0.0.1:4000', ADMIN_API_KEY = '' } = process.env;

/** Runs an operation; the document says what goes in and what comes out. @throws Error the first of the result */
async function execute<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const response = await fetch(`${INLAY_URL}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Api-Key ${ADMIN_API_KEY}` },
    body: JSON.stringify({ query: document.toString(), variables }),
  });
  const { data, errors } = (await response.json()) as {
    readonly data?: Result | null;
    readonly errors?: readonly { readonly message: string }[];
  };
  if (data == null || errors !== undefined)
    throw new Error(errors?.[0]?.message ?? `status ${response.status}`);
  return data;
}

const { generateSession } = await execute(MintSessionDocument, {
  input: {
    deploymentId: 1,
    externalId: 'nora',
    embedTenantName: 'northwind',
    creatorMode: true,
    userAttributeDefinitions: [{ name: 'store', type: 'NUMBER' }],
    userAttributes: [{ name: 'store', value: 12 }],
  },
});
console.log(`session ${generateSession.sessionId.slice(0, 8)}…`);

const { embedTenant } = await execute(SessionsOfTenantDocument, { name: 'northwind', first: 5 });
for (const { node } of embedTenant.sessions.edges) {
  const values = node.user.userAttributes.map(({ name, value }) => `${name} ${String(value)}`);
  console.log(`${embedTenant.name}\t${node.user.identifier}\t${values.join(', ')}\t${node.expiresAt}`);
}
