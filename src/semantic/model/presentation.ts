import { type MemberFormat, memberFormats } from '../../contract/columns.ts';
import { isMapping } from '../../yaml/document.ts';
import { suggest } from '../../yaml/suggestion.ts';
import type { Described } from '../data-model.ts';
import type { Presentation } from './drafts.ts';
import type { Properties } from './properties.ts';

export const presentationProperties = ['title', 'description', 'public', 'shown', 'meta'] as const;

export function readPresentation(properties: Properties): Presentation {
  return {
    title: properties.text('title')?.text,
    description: properties.text('description')?.text,
    // `shown` is Cube's older word for `public`.
    public: properties.flag('public') ?? properties.flag('shown'),
    meta: properties.meta(),
    aiContext: readAiContext(properties),
    synonyms: readSynonyms(properties),
  };
}

/** What a draft says about itself, with the defaults of what it leaves out. */
export function described(draft: Presentation & { readonly name: string }): Described {
  const { name, description, synonyms, aiContext, meta } = draft;
  return {
    name,
    title: draft.title ?? humanise(name),
    description,
    synonyms,
    aiContext,
    meta,
    public: draft.public ?? true,
  };
}

function readAiContext(properties: Properties): string | undefined {
  const { ai_context: value = null } = properties.meta();
  if (value === null || typeof value === 'string') return value ?? undefined;
  properties.get('meta')?.error('ai_context must be text.');
  return undefined;
}

function readSynonyms(properties: Properties): readonly string[] {
  const { synonyms: value = [] } = properties.meta();
  const list: readonly unknown[] = Array.isArray(value) ? value : value === null ? [] : [value];
  if (list.every((item) => typeof item === 'string' || typeof item === 'number')) return list.map(String);
  properties.get('meta')?.error('synonyms must be a list of texts.');
  return [];
}

/** The format that Inlay displays, and `meta`, which keeps another one for clients. */
export function readFormat(properties: Properties): {
  readonly format: MemberFormat | undefined;
  readonly meta: Readonly<Record<string, unknown>>;
} {
  const meta = properties.meta();
  const value = properties.get('format');
  const written = isMapping(value?.data) ? value.data['type'] : value?.text?.text;
  if (value === undefined) return { format: undefined, meta };
  if (written === undefined || written === null || typeof written === 'object') {
    value.error('must be text.');
    return { format: undefined, meta };
  }
  const text = String(written);
  const format = memberFormats.find((candidate) => candidate === text);
  if (format !== undefined) return { format, meta };
  value.warn(`The format "${text}" is kept in meta but not displayed.${suggest(text, memberFormats)}`);
  return { format, meta: { ...meta, format: text } };
}

export function readCurrency(properties: Properties): string | undefined {
  const written = properties.text('currency')?.text ?? properties.meta()['currency'];
  if (written === undefined || written === null) return undefined;
  if (typeof written === 'string' && /^[A-Za-z]{3}$/.test(written)) return written.toUpperCase();
  const value = properties.get('currency') ?? properties.get('meta');
  value?.error('currency must be a code of three letters, such as EUR.');
  return undefined;
}

/** What figures are counted in, as `meta.unit` says; those that are money say their currency. */
export function readUnit(properties: Properties): string | undefined {
  const { unit = null } = properties.meta();
  if (unit === null) return undefined;
  if (typeof unit === 'string' && /^(?! )[^\p{Cc}\p{Zl}\p{Zp}]{1,20}(?<! )$/u.test(unit)) return unit;
  properties.get('meta')?.error('unit must be text of 1 to 20 characters on one line, such as kWh.');
  return undefined;
}

/** `total_revenue` and `totalRevenue` become `Total Revenue`. */
export function humanise(name: string): string {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .split(/[_\s]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
