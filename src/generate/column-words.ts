import { isNumberType } from '../contract/columns.ts';
import type { CatalogueColumn, CatalogueTable } from './catalogue.ts';
import { unitOf } from './column-units.ts';

/** Currencies that are in wide use, without those whose code is also a word or a unit (`all`, `try`, `sek`). */
const currencies = new Set(
  (
    'aed aud brl cad chf clp cny czk dkk egp eur gbp hkd huf idr ils inr jpy krw kzt mxn myr ngn nok nzd pkr pln rsd rub ' +
    'sgd thb twd uah usd vnd zar'
  ).split(' '),
);

/** Short for units and the like, which people write in lower case. */
const lowerCase = new Set(['hrs', 'kwh', 'lbs', 'mph', 'mwh', 'pcs', 'pct', 'pts', 'wks', 'yrs']);

/** Abbreviations that could be words, since they have vowels. */
const abbreviations = new Set(
  'api arpu arr cac csat ean erp eta iban ip isbn kpi roi sku sla url uuid vat'.split(' '),
);

/** What names of keys end with. */
export const keyEndings: ReadonlySet<string> = new Set(['id', 'key', 'uuid', 'no', 'number', 'code']);

/** `built year` and `builtYear` as `built_Year`. */
export function plainName(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])|[^\p{L}\p{N}]+/gu, '_');
}

/** The words of a name, in lower case. */
export function wordsIn(name: string): readonly string[] {
  return plainName(name)
    .toLowerCase()
    .split('_')
    .filter((word) => word !== '');
}

/** Whether a name ends like that of a key, apart from its other words: `sales_rep_id`, but not `paid`. */
export function endsLikeKey(name: string): boolean {
  const words = wordsIn(name);
  return words.length > 1 && keyEndings.has(words.at(-1) ?? '');
}

/** `USD` for numbers that are called `amount_usd` or `Amount (USD)`. */
export function currencyOf(column: CatalogueColumn): string | undefined {
  const code = /_([a-z]{3})_?$/i.exec(plainName(column.name))?.[1]?.toLowerCase();
  if (code === undefined || !currencies.has(code) || !isNumberType(column.type)) return undefined;
  return code.toUpperCase();
}

/** What a column measures: `amount` of `amount_usd`, `weight` of `weight_kg`; the names of other columns as they are. */
export function withoutUnit(column: CatalogueColumn, table: CatalogueTable): string {
  if (currencyOf(column) !== undefined)
    return column.name.replace(/[^\p{L}\p{N}]*[a-z]{3}[^\p{L}\p{N}]*$/iu, '');
  const unit = columnUnit(column, table);
  return unit?.isApart === true ? unit.rest : column.name;
}

/** The unit that the numbers of a column are in, other than a currency. */
export function columnUnit(column: CatalogueColumn, { columns }: CatalogueTable): ReturnType<typeof unitOf> {
  const name = plainName(column.name).replace(/_$/, '');
  const most = name.replace(/_min$/i, '_max');
  const isLeast = most !== name && columns.some((it) => plainName(it.name) === most);
  return isLeast ? undefined : unitOf(name, column);
}

/** What a column is called: without its currency, unless another column is called so, and with its unit behind it. */
export function columnTitle(column: CatalogueColumn, table: CatalogueTable): string {
  const words = wordsOf(withoutUnit(column, table)).replace(/(?<= )(?:no|nr)$/, 'number');
  const isShared = table.columns.some(
    (other) => other !== column && wordsOf(withoutUnit(other, table)) === wordsOf(withoutUnit(column, table)),
  );
  const currency = currencyOf(column);
  if (currency !== undefined) return isShared ? `${words} ${currency}` : words;
  const unit = columnUnit(column, table);
  if (unit === undefined) return words;
  if (!unit.isApart) return `${wordsOf(unit.rest)} ${unit.words}`;
  return isShared ? `${words} in ${unit.words}` : `${words} (${unit.sign})`;
}

/** `ordered_at` as `ordered at`, `mrr_total` as `MRR total`. */
export function wordsOf(name: string): string {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .split(/[\s_.-]+/)
    .filter((word) => word !== '')
    .map((word) => {
      const lower = word.toLowerCase();
      const isAbbreviation =
        abbreviations.has(lower) || (/^[b-df-hj-np-tv-xz]{3,}$/.test(lower) && !lowerCase.has(lower));
      return isAbbreviation || /^[A-Z]{2,}$/.test(word) ? word.toUpperCase() : lower;
    })
    .join(' ');
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
