import type { Category, CategoryName } from './assortment.ts';
import { categories } from './assortment.ts';
import type { OrderHead } from './orders.ts';
import { isSoldOn, type Product, priceOn } from './products.ts';
import type { Random } from './random.ts';

export interface OrderLine {
  readonly id: number;
  readonly order: OrderHead;
  readonly lineNumber: number;
  readonly product: Product;
  readonly quantity: number;
  readonly unitPriceCents: number;
  readonly unitCostCents: number;
  /** Off the whole line; null when nothing was taken off. */
  readonly discountCents: number | null;
}

const linesPerOrder = { '1': 28, '2': 27, '3': 20, '4': 12, '5': 8, '6': 5 };
const unitsPerLine = { '1': 80, '2': 15, '3': 4, '4': 1 };

export function createOrderLines(
  orders: readonly OrderHead[],
  products: readonly Product[],
  random: Random,
): readonly OrderLine[] {
  const byCategory = new Map<CategoryName, readonly Product[]>(
    categories.map(({ name }) => [name, products.filter((product) => product.category.name === name)]),
  );
  const lines: OrderLine[] = [];
  for (const order of orders) {
    const bought = new Set<Product>();
    const wanted = Number(random.weighted(linesPerOrder));
    for (let attempt = 0; bought.size < wanted && attempt < wanted * 4; attempt += 1) {
      const category = pickCategory(order, random);
      const product = pickProduct(byCategory.get(category) ?? [], order.date.day, random);
      if (product === null || bought.has(product)) continue;
      bought.add(product);
      lines.push(createOrderLine(lines.length + 1, order, bought.size, product, random));
    }
  }
  return lines;
}

function pickCategory(order: OrderHead, random: Random): CategoryName {
  const weights = Object.fromEntries(
    categories.map((category) => [category.name, category.share[order.region] * seasonOf(category, order)]),
  ) as Record<CategoryName, number>;
  return random.weighted(weights);
}

function seasonOf(category: Category, order: OrderHead): number {
  return category.season[order.date.month] ?? 1;
}

function pickProduct(products: readonly Product[], day: number, random: Random): Product | null {
  const sold = products.filter((product) => isSoldOn(product, day));
  let rest = random.next() * sold.reduce((sum, product) => sum + product.popularity, 0);
  for (const product of sold) {
    rest -= product.popularity;
    if (rest < 0) return product;
  }
  return sold.at(-1) ?? null;
}

function createOrderLine(
  id: number,
  order: OrderHead,
  lineNumber: number,
  product: Product,
  random: Random,
): OrderLine {
  const { priceCents, costCents } = priceOn(product, order.date.day);
  const bulk = order.customer?.type === 'business' ? random.int(1, 3) : 1;
  const quantity = Number(random.weighted(unitsPerLine)) * bulk;
  return {
    id,
    order,
    lineNumber,
    product,
    quantity,
    unitPriceCents: priceCents,
    unitCostCents: costCents,
    discountCents: discountOn(order, priceCents * quantity, random),
  };
}

function discountOn(order: OrderHead, amountCents: number, random: Random): number | null {
  const { blackFriday, sale } = order.date;
  const percent =
    blackFriday && random.chance(0.6)
      ? random.int(3, 6) * 5
      : sale && random.chance(0.4)
        ? random.int(2, 6) * 5
        : order.couponCode !== null
          ? 10
          : random.chance(0.09)
            ? random.int(1, 3) * 5
            : 0;
  return percent === 0 ? null : Math.round((amountCents * percent) / 100);
}
