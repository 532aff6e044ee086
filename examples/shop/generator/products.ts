import { type Category, categories, productLines } from './assortment.ts';
import { calendarDay, firstDay, lastDay } from './calendar.ts';
import type { Random } from './random.ts';

export interface Product {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly category: Category;
  readonly subcategory: string;
  readonly brand: string;
  /** Today's list price, in cents; see `priceOn` for earlier ones. */
  readonly listPriceCents: number;
  readonly costCents: number;
  readonly launchedOn: number;
  readonly discontinuedOn: number | null;
  readonly weightKg: number | null;
  /** How often it sells, relative to its category's best seller. */
  readonly popularity: number;
}

const perSubcategory = 11;

export function createProducts(random: Random): readonly Product[] {
  const products: Product[] = [];
  const names = new Set<string>();
  for (const category of categories) {
    for (const subcategory of category.subcategories) {
      for (let rank = 0; rank < perSubcategory; rank += 1) {
        const brand = random.pick(category.brands);
        const noun = random.pick(subcategory.nouns);
        const name = unusedName(names, brand, noun, random);
        const [lowest, highest] = subcategory.price;
        // Two draws: cheap articles are more common than dear ones.
        const euros = lowest + Math.floor((highest - lowest) * random.next() * (0.4 + 0.6 * random.next()));
        const listPriceCents = euros * 100 + 99;
        const id = products.length + 1;
        const [lightest, heaviest] = subcategory.weightKg;
        products.push({
          id,
          sku: `${category.name.slice(0, 2).toUpperCase()}-${subcategory.name.slice(0, 3).toUpperCase()}-${String(id).padStart(4, '0')}`,
          name,
          category,
          subcategory: subcategory.name,
          brand,
          listPriceCents,
          costCents: Math.round(listPriceCents * category.costShare * (0.9 + 0.2 * random.next())),
          launchedOn: random.chance(0.7)
            ? firstDay - random.int(30, 2000)
            : random.int(firstDay, lastDay - 120),
          discontinuedOn: random.chance(0.08) ? random.int(firstDay + 400, lastDay - 30) : null,
          weightKg: random.chance(0.06)
            ? null
            : Math.round((lightest + (heaviest - lightest) * random.next()) * 100) / 100,
          popularity: 1 / (rank + 2),
        });
      }
    }
  }
  return products.map((product) =>
    product.discontinuedOn !== null && product.discontinuedOn < product.launchedOn + 180
      ? { ...product, discontinuedOn: null }
      : product,
  );
}

function unusedName(names: Set<string>, brand: string, noun: string, random: Random): string {
  for (;;) {
    const name = `${brand} ${random.pick(productLines)} ${noun}`;
    if (!names.has(name)) {
      names.add(name);
      return name;
    }
  }
}

export function isSoldOn(product: Product, day: number): boolean {
  return product.launchedOn <= day && (product.discontinuedOn === null || day < product.discontinuedOn);
}

/** Prices rise every January; costs rise a little faster, so margins shrink. */
const priceLevel = new Map([
  [2023, 0.93],
  [2024, 0.965],
  [2025, 1],
]);
const costLevel = new Map([
  [2023, 0.9],
  [2024, 0.955],
  [2025, 1],
]);

export function priceOn(product: Product, day: number): { priceCents: number; costCents: number } {
  const { year } = calendarDay(day);
  const euros = Math.round((product.listPriceCents * (priceLevel.get(year) ?? 1)) / 100);
  return {
    priceCents: Math.max(euros * 100 - 1, 499),
    costCents: Math.round(product.costCents * (costLevel.get(year) ?? 1)),
  };
}
