import { errorCodes } from '../../errors.ts';
import { renderSchema, typeOf } from './docs-schema.ts';
import { docsStyle } from './docs-style.ts';
import { codeMeanings } from './error-responses.ts';
import { Html, html, inline, paragraphs } from './html.ts';
import type {
  OpenApiDocument,
  OpenApiMediaType,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
} from './open-api.ts';

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

/** The document as one page of HTML that loads nothing else and runs no script. */
export function renderDocsPage(document: OpenApiDocument): string {
  const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Endpoint => ({ method, path, operation })),
  );
  const groups = document.tags.map((tag) => ({
    ...tag,
    endpoints: endpoints.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const schemas = Object.entries(document.components.schemas);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title} REST API</title>
<style>${new Html(docsStyle)}</style>
</head>
<body>
<nav aria-label="Contents">
${groups.map(
  ({ name, endpoints: own }) => html`<strong>${name}</strong>
<ul>${own.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}</ul>
`,
)}
<strong>Reference</strong>
<ul><li><a href="#errors">Errors</a></li><li><a href="#schemas">Schemas</a></li><li><a href="openapi.json">openapi.json</a></li></ul>
</nav>
<main>
<h1>${document.info.title} REST API</h1>
${paragraphs(document.info.description)}
${groups.map(
  ({ name, description, endpoints: own }) => html`<h2>${name}</h2>
<p>${inline(description)}</p>
${own.map((endpoint) => renderEndpoint(endpoint, document.components.schemas))}
`,
)}
<h2 id="errors">Errors</h2>
<p>The list of codes is closed. <a href="#schema-Problem">Problem</a> is the body of each.</p>
<table><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead><tbody>
${Object.entries(errorCodes).map(
  ([code, { status }]) =>
    html`<tr><td>${status}</td><td><code>${code}</code></td><td>${inline(codeMeanings[code as keyof typeof codeMeanings])}</td></tr>`,
)}
</tbody></table>
<h2 id="schemas">Schemas</h2>
${schemas.map(
  ([id, schema]) => html`<h3 id="schema-${id}">${id}</h3>
${renderSchema(schema)}`,
)}
</main>
</body>
</html>
`.text;
}

type Schemas = OpenApiDocument['components']['schemas'];

function renderEndpoint({ method, path, operation }: Endpoint, schemas: Schemas): Html {
  const {
    operationId,
    summary,
    description,
    parameters = [],
    requestBody,
    responses,
    deprecated,
  } = operation;
  const isError = (status: string) => Object.keys(responses[status]?.content ?? {})[0]?.includes('problem');
  const statuses = Object.keys(responses);
  return html`<section>
<h3 id="${operationId}">${summary}</h3>
<p class="endpoint"><span class="${method}">${method.toUpperCase()}</span> ${path}</p>
${deprecated === true ? html`<p class="soft">Kept for existing clients.</p>` : null}
${description === undefined ? null : paragraphs(description)}
${operation.security?.length === 0 ? html`<p class="soft">Needs no credentials.</p>` : null}
${parameters.length === 0 ? null : html`<h4>Parameters</h4><dl>${parameters.map(renderParameter)}</dl>`}
${
  requestBody === undefined
    ? null
    : html`<h4>Request</h4>${Object.entries(requestBody.content).map(([type, content]) => renderContent(type, content, schemas))}`
}
${statuses
  .filter((status) => isError(status) !== true)
  .map((status) => renderAnswer(status, responses[status], schemas))}
<details><summary>Errors</summary>
${statuses.filter(isError).map((status) => renderError(status, responses[status]))}
</details>
</section>
`;
}

function renderParameter({ name, in: place, description, schema, example }: OpenApiParameter): Html {
  return html`<dt><code>${name}</code> <span class="soft">${typeOf(schema)}, in the ${place}, such as <code>${String(example)}</code></span></dt><dd><p>${inline(description)}</p></dd>`;
}

function renderAnswer(status: string, response: OpenApiResponse | undefined, schemas: Schemas): Html | null {
  if (response === undefined) return null;
  const { description, content = {} } = response;
  return html`<h4>${status}</h4>${paragraphs(description)}${Object.entries(content).map(([type, media]) => renderContent(type, media, schemas))}`;
}

function renderError(status: string, response: OpenApiResponse | undefined): Html | null {
  const [title = '', ...codes] = response?.description.split('\n\n') ?? [];
  return html`<h4>${status} ${title}</h4><ul>${codes.map((code) => html`<li>${inline(code)}</li>`)}</ul>`;
}

function renderContent(
  type: string,
  { schema, example, examples }: OpenApiMediaType,
  schemas: Schemas,
): Html {
  const named = schemas[schema?.$ref?.split('/').at(-1) ?? ''];
  const all = examples === undefined ? [{ value: example }] : Object.values(examples);
  const shape =
    schema === undefined
      ? null
      : html`${type.includes('ndjson') ? ', each line a ' : ', a '}${typeOf(schema)}`;
  return html`<p class="soft"><code>${type}</code>${type === 'text/html' ? null : shape}</p>${all.map(
    (one) => html`${'summary' in one && one.summary !== undefined ? html`<p>${one.summary}:</p>` : null}
<pre><code>${exampleText(type, one.value)}</code></pre>`,
  )}${named?.properties === undefined ? null : html`<details><summary>Fields</summary>${renderSchema(named)}</details>`}`;
}

/** An example as it is on the wire, but for the layout of JSON. */
function exampleText(type: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (type.includes('ndjson') && Array.isArray(value)) {
    return value.map((line) => JSON.stringify(line)).join('\n');
  }
  return JSON.stringify(value, null, 2);
}
