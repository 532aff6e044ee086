import { suggest } from '../../yaml/suggestion.ts';
import type { MemberFormat } from '../data-model.ts';
import type { Presentation } from './drafts.ts';
import type { Place, ProblemList } from './problem-list.ts';
import type { Properties } from './properties.ts';
import { yamlEntries, yamlScalarText } from './yaml-value.ts';

export const presentationProperties = ['title', 'description', 'public', 'shown', 'meta'] as const;

const formats: readonly MemberFormat[] = ['percent', 'currency', 'number', 'id', 'link', 'imageUrl'];

export function readPresentation(properties: Properties, problems: ProblemList): Presentation {
  const meta = properties.meta();
  const place = properties.get('meta') ?? properties;
  return {
    title: properties.text('title')?.text,
    description: properties.text('description')?.text,
    // `shown` is Cube's older word for `public`.
    public: properties.flag('public') ?? properties.flag('shown'),
    meta,
    aiContext: readAiContext(meta, place, problems),
    synonyms: readSynonyms(meta, place, problems),
  };
}

function readAiContext(
  meta: Readonly<Record<string, unknown>>,
  place: Place,
  problems: ProblemList,
): string | undefined {
  const { ai_context: value } = meta;
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  problems.error({ ...place, path: `${place.path}.ai_context` }, 'must be text.');
  return undefined;
}

function readSynonyms(
  meta: Readonly<Record<string, unknown>>,
  place: Place,
  problems: ProblemList,
): readonly string[] {
  const { synonyms: value } = meta;
  if (value === undefined || value === null) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.every((item) => typeof item === 'string' || typeof item === 'number')) return list.map(String);
  problems.error({ ...place, path: `${place.path}.synonyms` }, 'must be a list of texts.');
  return [];
}

export interface DisplayFormat {
  readonly format: MemberFormat | undefined;
  /** What Inlay does not display, kept for clients as `meta.format`. */
  readonly kept: unknown;
}

export function readFormat(properties: Properties, problems: ProblemList): DisplayFormat {
  const value = properties.get('format');
  if (value === undefined) return { format: undefined, kept: undefined };
  const entries = yamlEntries(value);
  const text =
    entries === undefined ? yamlScalarText(value) : yamlScalarText(entries.get('type')?.value ?? value);
  if (text === undefined) {
    problems.error(value, 'must be text.');
    return { format: undefined, kept: undefined };
  }
  const format = formats.find((candidate) => candidate === text);
  if (format === undefined) {
    problems.warn(value, `The format "${text}" is kept in meta but not displayed.${suggest(text, formats)}`);
  }
  return { format, kept: format === undefined ? text : undefined };
}

export function readCurrency(properties: Properties, problems: ProblemList): string | undefined {
  const { currency } = properties.meta();
  const written = properties.text('currency')?.text ?? currency;
  if (written === undefined || written === null) return undefined;
  if (typeof written === 'string' && /^[A-Za-z]{3}$/.test(written)) return written.toUpperCase();
  problems.error(
    properties.get('currency') ?? properties.get('meta') ?? properties,
    'currency must be a code of three letters, such as EUR.',
  );
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
