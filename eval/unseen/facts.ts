import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Column, type Domain, keyOf, type Table } from './domain.ts';
import type { ColumnProfile, Profile } from './profile.ts';

/** Writes the sheet from which somebody can write questions with gold SQL who has seen nothing else. */
export async function writeFacts(domain: Domain, profile: Profile): Promise<void> {
  await writeFile(factsFile(domain), formatFacts(domain, profile));
}

export function factsFile(domain: Domain): string {
  return join(import.meta.dirname, 'domains', domain.name, 'FACTS.md');
}

export function readFacts(domain: Domain): Promise<string> {
  return readFile(factsFile(domain), 'utf8');
}

export function formatFacts(domain: Domain, profile: Profile): string {
  const tables = Object.entries(domain.tables).map(([name, table]) =>
    formatTable(domain, name, table, profile),
  );
  return `<!-- Written by npm run eval -- --unseen --facts -->

# ${domain.title}

**Who asks**: ${domain.persona}

**When**: on ${domain.now.slice(0, 10)}. “Last year” is the year before ${domain.now.slice(0, 4)}.

How to write questions from this sheet, and where to put them, is in [eval/README.md](../../../README.md). The tables are DuckDB's;
\`npm run eval -- --unseen --check --domain ${domain.name}\` runs what you wrote.

${tables.join('\n')}`;
}

function formatTable(domain: Domain, name: string, table: Table, profile: Profile): string {
  const joins = Object.entries(table.columns).flatMap(([column, { to }]) =>
    to === undefined ? [] : [`\`${name}.${column} = ${to}.${keyOf(domain.tables[to] as Table)}\``],
  );
  const rows = Object.entries(table.columns).map(([column, described]) => {
    const found = profile.columns.get(`${name}.${column}`);
    if (found === undefined) throw new Error(`${name}.${column} has no profile.`);
    const title = described.to === undefined ? described.title : `key of ${described.to}`;
    return `| ${column} | ${title} | ${described.type} | ${formatContent(described, found)} |`;
  });
  return `## ${table.title}: \`${name}\`, ${count(profile.rows.get(name) ?? 0)} rows

One row for each ${table.one}.${joins.length === 0 ? '' : ` Joins: ${joins.join(', ')}.`}

| column | title | type | what is in it |
|---|---|---|---|
${rows.join('\n')}
`;
}

function formatContent(column: Column, { rows, nulls, distinct, min, max, values }: ColumnProfile): string {
  const empty = nulls === 0 ? '' : `; empty in ${count(nulls)} of ${count(rows)}`;
  const isCode = column.key === true || column.to !== undefined;
  if (isCode) return `${count(distinct)} different${empty}`;
  if (column.type === 'boolean') {
    return `${values.map(({ value, rows: own }) => `${value} ${count(own)}`).join(', ')}${empty}`;
  }
  if (column.type === 'time') return `${String(min).slice(0, 10)} to ${String(max).slice(0, 10)}${empty}`;
  const range = column.type === 'number' ? `${min} to ${max}` : '';
  const few = distinct <= 15;
  const shown = values.slice(0, few ? 15 : 6).map(({ value }) => value.replaceAll('|', '\\|'));
  if (column.type === 'number' && !few) return `${range}${empty}`;
  return `${few ? '' : `${count(distinct)} different, such as `}${shown.join(' · ')}${empty}`;
}

function count(amount: number): string {
  return amount.toLocaleString('en-US');
}
