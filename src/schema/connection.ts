import { builder } from './builder.ts';

type Schemas = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;
type NodeName = keyof Schemas['Objects'] & string;

/** The types of a list of nodes, wherever it is listed, so that clients can share fragments on them. */
function defineConnection<Name extends NodeName>(type: Name) {
  return builder.connectionObject(
    {
      type,
      name: `${type}Connection`,
      description: 'A page of a connection.',
      fields: (t) => ({
        totalCount: t.int({
          description: 'Number of objects in the whole list, as filtered. Counted up to 10,000.',
          resolve: (page) => page.count(),
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
