import { expect, test } from 'vitest';
import { parseDataModel } from '../model/load-model.ts';
import { createMetadataIndex } from './metadata-index.ts';

const cube = (name: string, joins: string): string => `
  - name: ${name}
    sql_table: ${name}
    joins: [${joins}]
    dimensions:
      - { name: id, type: number, sql: id, primary_key: true, public: true }
`;
const to = (name: string, relationship: string): string =>
  `{ name: ${name}, relationship: ${relationship}, sql: "{CUBE}.${name}_id = {${name}}.id" }`;

const text = `
cubes:${cube('orders', [to('customers', 'many_to_one'), to('lines', 'one_to_many')].join(', '))}${cube(
  'lines',
  to('products', 'many_to_one'),
)}${cube('products', '')}${cube('customers', to('profiles', 'one_to_one'))}${cube('profiles', '')}
`;
const { model } = await parseDataModel([{ name: 'model.yml', text }]);
const viewer = { userAttributes: {}, groups: [], securityContext: {} };

test('a cube says which cubes its joins lead to, which of them are parts of its rows, and of which a row may have several', () => {
  const [orders, , , customers] = createMetadataIndex(model).visible({ viewer });
  expect(orders).toMatchObject({
    joins: ['customers', 'lines', 'profiles', 'products'],
    joinsParts: ['lines'],
    joinsMany: ['lines', 'products'],
  });
  expect(customers).toMatchObject({ joins: ['profiles'], joinsParts: ['profiles'] });
  expect(customers).not.toHaveProperty('joinsMany');
});
