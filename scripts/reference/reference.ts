import { errorCodes } from '../../src/errors.ts';
import { codeMeanings } from '../../src/rest/openapi/error-responses.ts';
import { dashboardSchema } from '../../src/services/workspace/dashboard-schema.ts';
import { workspaceSchema } from '../../src/services/workspace/workspace-schema.ts';
import { type JsonSchema, writtenSchema } from './json-schema.ts';
import { modelFileSchema } from './model-schema.ts';

interface GeneratedFile {
  readonly filename: string;
  readonly content: string;
}

const written = '<!-- Written by "npm run codegen". -->';

/** The JSON Schemas of the files that people write, and the reference documents, all from the code that reads the files. */
export function referenceFiles(): readonly GeneratedFile[] {
  const workspace = writtenSchema('inlay.yml', workspaceSchema);
  const dashboard = writtenSchema('A dashboard of Inlay', dashboardSchema);
  const model = modelFileSchema();
  const schemas = Object.entries({ workspace, model, dashboard }).map(([name, schema]) => ({
    filename: `schemas/${name}.json`,
    content: `${JSON.stringify(schema, null, 2)}\n`,
  }));
  return [
    ...schemas,
    document('workspace', '`inlay.yml`', workspaceText, objectsOf(workspace, '')),
    document('model', 'Data models', modelText, [
      ...objectsOf({ ...model, title: 'a model file' }, 'file').slice(0, 1),
      ...Object.entries(model.$defs ?? {}).map(([name, schema]): Described => ({ heading: name, schema })),
    ]),
    document('dashboard', 'Dashboards', dashboardText, objectsOf(dashboard, '')),
    errorsDocument(),
  ];
}

const editors = (file: string, from: string) =>
  `Editors complete and check ${file} that begins with \`# yaml-language-server: $schema=${from}\`; \`inlay init\` and \`inlay generate\` write that line and the schema.`;

const workspaceText = `The file of a workspace. Paths are relative to it. \`\${NAME}\` reads the environment, \`$\${NAME}\` is the text itself.
${editors('a file', '.schemas/workspace.json')}`;

const modelText = `The YAML files in a deployment's \`model\` folder and its subfolders, in the syntax of Cube. Properties of Cube's that have no effect
here cause a warning; those of unknown names are mistakes. ${editors('a file', '../.schemas/model.json')}`;

const dashboardText = `The YAML files in a deployment's \`dashboards\` folder, one dashboard each; the name of a file is that of its dashboard.
${editors('a file', '../.schemas/dashboard.json')}`;

/** A mapping of a file, under the path that leads to it. */
interface Described {
  readonly heading: string;
  readonly schema: JsonSchema;
}

function document(name: string, title: string, text: string, objects: readonly Described[]): GeneratedFile {
  const sections = objects.map(({ heading, schema }) => {
    const of = heading === '' ? '' : `## ${heading}\n\n`;
    return `${of}${table(schema)}`;
  });
  // What several kinds of a mapping have in common is written once.
  const distinct = [...new Set(sections)];
  return {
    filename: `docs/reference/${name}.md`,
    content: `${written}\n\n# ${title}\n\n${text}\n\n${distinct.join('\n')}`,
  };
}

/** The mappings inside a schema, each after the one that has it. */
function objectsOf(schema: JsonSchema, path: string): readonly Described[] {
  const { properties, items, anyOf, oneOf, additionalProperties } = schema;
  if (items !== undefined) return objectsOf(items, `${path}[]`);
  const options = anyOf ?? oneOf;
  if (options !== undefined) return options.flatMap((option) => objectsOf(option, path));
  if (properties === undefined) {
    return typeof additionalProperties === 'object' ? objectsOf(additionalProperties, `${path}.NAME`) : [];
  }
  const constants = Object.entries(properties).flatMap(([name, { const: value }]) =>
    value === undefined ? [] : [`${name}: ${String(value)}`],
  );
  const heading =
    path === '' ? '' : `\`${path}\`${constants.length > 0 ? ` with \`${constants.join(', ')}\`` : ''}`;
  return [
    { heading, schema },
    ...Object.entries(properties).flatMap(([name, property]) =>
      objectsOf(property, `${path}${path === '' ? '' : '.'}${name}`),
    ),
  ];
}

function table({ properties = {}, required = [] }: JsonSchema): string {
  const rows = Object.entries(properties)
    .filter(([, { deprecated }]) => deprecated !== true)
    .map(([name, property]) => {
      const must = required.includes(name) ? ' *' : '';
      return `| \`${name}\`${must} | ${typeOf(property)} | ${defaultOf(property)} | ${property.description ?? ''} |\n`;
    });
  const inert = Object.entries(properties).flatMap(([name, { deprecated }]) =>
    deprecated === true ? [`\`${name}\``] : [],
  );
  const note = inert.length === 0 ? '' : `\nKnown to Cube, without effect: ${inert.join(', ')}.\n`;
  const star = required.some((name) => properties[name] !== undefined) ? '\n\\* required\n' : '';
  return `| name | type | default | meaning |\n|---|---|---|---|\n${rows.join('')}${star}${note}`;
}

function typeOf(schema: JsonSchema): string {
  const { const: value, enum: values, type, items, anyOf, oneOf, $ref } = schema;
  if ($ref !== undefined) {
    const name = $ref.replace('#/$defs/', '');
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (value !== undefined) return `\`${String(value)}\``;
  if (values !== undefined) return values.map((each) => `\`${String(each)}\``).join(', ');
  const options = anyOf ?? oneOf;
  if (options !== undefined) return [...new Set(options.map(typeOf))].join(' or ');
  if (items !== undefined) return `list of ${typeOf(items)}`;
  const named: Readonly<Record<string, string>> = { object: 'mapping', array: 'list', string: 'text' };
  return [type ?? 'any']
    .flat()
    .map((each) => named[each] ?? each)
    .join(' or ');
}

function defaultOf({ default: value }: JsonSchema): string {
  if (value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0))
    return '';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

function errorsDocument(): GeneratedFile {
  const rows = Object.entries(errorCodes).map(
    ([code, { status }]) =>
      `| \`${code}\` | ${status} | ${codeMeanings[code as keyof typeof codeMeanings]} |\n`,
  );
  const text = `\`code\` of a REST error (\`application/problem+json\`), \`extensions.code\` of a GraphQL one, with the status of REST.`;
  return {
    filename: 'docs/reference/errors.md',
    content: `${written}\n\n# Error codes\n\n${text}\n\n| code | status | meaning |\n|---|---|---|\n${rows.join('')}`,
  };
}
