import type { ZodType } from 'zod';
import { variables } from '../src/environment.ts';

const begin = '<!-- Written by "npm run codegen" from src/environment.ts. -->';
const end = '<!-- The end of what is generated. -->';

/** README with its configuration reference replaced by one table for each group of variables. */
export function withConfigurationReference(readme: string): string {
  const [before, rest = ''] = readme.split(begin);
  const after = rest.slice(rest.indexOf(end));
  return `${before}${begin}\n\n${Object.entries(variables).map(writeTable).join('\n')}\n${after}`;
}

function writeTable([title, group]: [string, Readonly<Record<string, ZodType>>]): string {
  const rows = Object.entries(group).map(([name, schema]) => {
    const { description, shownDefault = defaultOf(schema) } = schema.meta() ?? {};
    return `| \`${name}\` | ${String(shownDefault)} | ${description} |\n`;
  });
  return `**${title}**\n\n| name | default | meaning |\n|---|---|---|\n${rows.join('')}`;
}

function defaultOf(schema: ZodType): string {
  const value = schema.safeParse(undefined).data;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  if (typeof value === 'boolean') return value ? '`on`' : '`off`';
  return `\`${String(value)}\``;
}
