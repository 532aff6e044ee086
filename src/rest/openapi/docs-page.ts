import { stringify } from 'yaml';
import type { OpenApiDocument, OpenApiOperation } from './document.ts';
import type { OpenApiContent } from './error-responses.ts';

export const docsStyle = `
:root { color-scheme: light dark; font: 1rem/1.55 system-ui, sans-serif; }
body { max-width: 56rem; margin: 0 auto; padding: 1.5rem; background: light-dark(#fff, #16181a); }
h2, section { margin-top: 2.5rem; border-top: 1px solid light-dark(#d9d9e0, #4a4e54); }
a { color: light-dark(#0b60c5, #7ab8ff); }
code { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { padding: .75rem; border-radius: 6px; background: light-dark(#f3f3f6, #25282c); white-space: pre-wrap; }
`;

/** Renders the document as one HTML page without scripts or other files. Schemas are shown as YAML. */
export function renderDocsPage({ info, tags, paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      endpoint: `${method.toUpperCase()} ${path}`,
    })),
  );
  const groups = tags.map(({ name, description }) => {
    const own = operations.filter(({ tags }) => tags.some((tag) => tag === name));
    return `<h2>${name}</h2>${prose(description)}${own.map(section).join('')}`;
  });
  const schemas = Object.entries(components.schemas).map(
    ([id, schema]) => `<h3 id="schema-${id}">${id}</h3>${yaml(schema)}`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} REST API</title>
<style>${docsStyle}</style>
<main>
<h1>${info.title} REST API</h1>
${prose(info.description)}
<nav aria-label="Contents"><ul>
${operations.map(({ operationId, summary }) => `<li>${link(operationId, summary)}</li>`).join('')}
<li>${link('schemas', 'Schemas')}</li><li><a href="openapi.json">openapi.json</a></li></ul></nav>
${groups.join('\n')}
<h2 id="schemas">Schemas</h2>
${schemas.join('\n')}
</main>
</html>
`;
}

function section(operation: OpenApiOperation & { readonly endpoint: string }): string {
  const { operationId, summary, description = '', endpoint, parameters, requestBody, responses } = operation;
  const answers = Object.entries(responses).map(([status, { description: text, content = {} }]) =>
    Number(status) < 400
      ? `<h4>${status}</h4>${prose(text)}${media(content)}`
      : `<details><summary>${status}</summary>${prose(text)}</details>`,
  );
  return `<section><h3 id="${operationId}">${summary}</h3><p><code>${endpoint}</code></p>${prose(description)}
${parameters === undefined ? '' : `<h4>Parameters</h4>${yaml(parameters)}`}
${requestBody === undefined ? '' : `<h4>Body</h4>${media(requestBody.content)}`}
${answers.join('')}</section>`;
}

function media(content: OpenApiContent): string {
  const types = Object.entries(content).map(([type, { schema, example, examples }]) => {
    const shown = Object.values(examples ?? { only: { value: example } }).map(({ summary = '', value }) => {
      // As on the wire: the example of a stream is its lines.
      const lines = type.includes('ndjson') ? [value].flat() : [value];
      const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line, null, 1)));
      return `${prose(summary)}<pre><code>${escapeHtml(texts.join('\n'))}</code></pre>`;
    });
    return `<p><code>${type}</code></p>${shown.join('')}${yaml(schema)}`;
  });
  return types.join('');
}

/** References to named schemas are links. */
function yaml(value: unknown): string {
  const text = escapeHtml(stringify(value, { aliasDuplicateObjects: false }));
  const linked = text.replaceAll(/"#\/components\/schemas\/(\w+)"/g, (_, id) => link(`schema-${id}`, id));
  return `<pre><code>${linked}</code></pre>`;
}

/** Paragraphs, separated by empty lines, with `code` in them. */
function prose(text: string): string {
  const marked = escapeHtml(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');
  return `<p>${marked.replaceAll('\n\n', '</p><p>')}</p>`;
}

function link(id: string, text: string): string {
  return `<a href="#${id}">${text}</a>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
