import { builder } from './builder.ts';

type Schemas = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;
type NodeName = keyof Schemas['Objects'] & string;

/** The types of a list of nodes, wherever it is listed, so that clients can share fragments on them. */
/** Types whose lists are short, or are kept so by whoever administers the account: counting them costs little. */
const counted: ReadonlySet<NodeName> = new Set<NodeName>([
  'Agent',
  'AgentRule',
  'ApiKey',
  'CertifiedQuery',
  'Deployment',
  'Group',
  'UserAttribute',
]);

function defineConnection<Name extends NodeName>(type: Name) {
  const isCounted = counted.has(type);
  const description = isCounted
    ? 'A page of a connection.'
    : 'A page of a connection. It has no `totalCount`, since counting takes as long as reading the whole list.';
  return builder.connectionObject(
    {
      type,
      name: `${type}Connection`,
      description,
      fields: (t) => ({
        ...(isCounted && {
          totalCount: t.int({
            description: 'Number of objects in the whole list, as filtered.',
            resolve: (page) => page.count(),
          }),
        }),
      }),
    },
    { name: `${type}Edge` },
  );
}

type Connection<Name extends NodeName> = ReturnType<typeof defineConnection<Name>>;

const known = new Map<NodeName, unknown>();

/** The connection of a type of nodes. Its edges are `<type>Edge`. */
export function connectionOf<Name extends NodeName>(type: Name): Connection<Name> {
  const connection = (known.get(type) as Connection<Name> | undefined) ?? defineConnection(type);
  known.set(type, connection);
  return connection;
}
