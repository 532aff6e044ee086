import { type Html, html, inline } from './html.ts';
import type { JsonSchema } from './open-api.ts';

/** A schema for people: its kind, what it means and its properties. Named schemas are links to their own section. */
export function renderSchema(schema: JsonSchema): Html {
  const { description } = schema;
  return html`${description === undefined ? null : html`<p>${inline(description)}</p>`}${renderShape(schema)}`;
}

/** What kind of value a schema asks for, in a few words with links. */
export function typeOf(schema: JsonSchema): Html {
  const { $ref, anyOf, allOf, items, enum: values, type, prefixItems, additionalProperties } = schema;
  if ($ref !== undefined) return linkTo($ref);
  if (anyOf !== undefined) {
    const known = anyOf.filter((one) => one.type !== 'null');
    const words = known.map((one, index) => html`${index === 0 ? '' : ' or '}${typeOf(one)}`);
    return html`${words}${known.length < anyOf.length ? ' or null' : ''}`;
  }
  if (allOf !== undefined) return html`${allOf.map(typeOf)}`;
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (values !== undefined) {
    return html`${values.map((value, index) => html`${index === 0 ? '' : ' | '}<code>${JSON.stringify(value)}</code>`)}`;
  }
  if (prefixItems !== undefined) return html`list of ${prefixItems.length}`;
  if (type === 'array')
    return items === undefined || isAny(items) ? html`list` : html`list of ${typeOf(items)}`;
  if (typeof additionalProperties === 'object' && !isAny(additionalProperties)) {
    return html`object of ${typeOf(additionalProperties)}`;
  }
  if (type === undefined) return html`any value`;
  return html`${typeof type === 'string' ? type : type.join(' or ')}`;
}

function isAny(schema: JsonSchema): boolean {
  return Object.keys(schema).length === 0;
}

function linkTo(ref: string): Html {
  const id = ref.split('/').at(-1) ?? ref;
  return html`<a href="#schema-${id}">${id}</a>`;
}

function renderShape(schema: JsonSchema): Html {
  const { properties, required = [], anyOf, items, $ref, enum: values } = schema;
  if (properties !== undefined) {
    const entries = Object.entries(properties).map(
      ([name, property]) =>
        html`<dt><code>${name}</code> <span class="soft">${typeOf(property)}${
          required.includes(name) ? ', required' : ''
        }</span></dt><dd>${property.description === undefined ? null : html`<p>${inline(property.description)}</p>`}${nested(property)}</dd>`,
    );
    return html`<dl>${entries}</dl>`;
  }
  if ($ref !== undefined || values !== undefined) return html`<p>${typeOf(schema)}</p>`;
  if (anyOf !== undefined) {
    return html`<p class="soft">One of:</p><ul>${anyOf.map((one) => html`<li>${one.$ref === undefined ? renderSchema(one) : typeOf(one)}</li>`)}</ul>`;
  }
  if (items !== undefined) return html`<p class="soft">${typeOf(schema)}</p>${nested(schema)}`;
  return html`<p class="soft">${typeOf(schema)}</p>`;
}

/** The properties within a property, where it has no name of its own to link to. */
function nested({ properties, items, anyOf, required, contentSchema }: JsonSchema): Html | null {
  if (contentSchema !== undefined) return html`<p class="soft">Holds ${typeOf(contentSchema)}.</p>`;
  if (properties !== undefined) {
    return renderShape({ properties, ...(required === undefined ? {} : { required }) });
  }
  if (items !== undefined) return nested(items);
  const within = anyOf?.find((one) => one.properties !== undefined || one.items !== undefined);
  return within === undefined ? null : nested(within);
}
