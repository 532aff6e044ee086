import { toDay } from './calendar.ts';
import { type Customer, createCustomers } from './customers.ts';
import { createOrderLines, type OrderLine } from './order-lines.ts';
import { createOrderHeads, type OrderHead } from './orders.ts';
import type { Cell, Table } from './parquet.ts';
import { stores } from './places.ts';
import { createProducts, type Product } from './products.ts';
import { createRandom } from './random.ts';
import { createReturns, type Return } from './returns.ts';

/** The seed of the committed files. */
export const shopSeed = 20_230_101;

/** The whole shop as six tables. The seed decides everything. */
export function createCompany(seed: number): readonly Table[] {
  const products = createProducts(createRandom(seed));
  const customers = createCustomers(createRandom(seed + 1));
  const orders = createOrderHeads(customers, createRandom(seed + 2));
  const lines = createOrderLines(orders, products, createRandom(seed + 3));
  const returns = createReturns(lines, createRandom(seed + 4));
  return [
    storesTable(),
    productsTable(products),
    customersTable(customers, orders),
    ordersTable(orders, lines, returns),
    orderLinesTable(lines, returns),
    returnsTable(returns),
  ];
}

function storesTable(): Table {
  return {
    name: 'stores',
    columns: {
      store_id: 'INTEGER',
      name: 'VARCHAR',
      city: 'VARCHAR',
      country: 'VARCHAR',
      region: 'VARCHAR',
      opened_on: 'DATE',
      closed_on: 'DATE',
      floor_area_m2: 'INTEGER',
    },
    rows: stores.map((store) => [
      store.id,
      store.name,
      store.city,
      store.country,
      store.region,
      toDay(store.openedOn),
      store.closedOn === null ? null : toDay(store.closedOn),
      store.floorAreaM2,
    ]),
  };
}

function productsTable(products: readonly Product[]): Table {
  return {
    name: 'products',
    columns: {
      product_id: 'INTEGER',
      sku: 'VARCHAR',
      name: 'VARCHAR',
      category: 'VARCHAR',
      subcategory: 'VARCHAR',
      brand: 'VARCHAR',
      list_price: 'DECIMAL(12,2)',
      weight_kg: 'DOUBLE',
      launched_on: 'DATE',
      discontinued_on: 'DATE',
    },
    rows: products.map((product) => [
      product.id,
      product.sku,
      product.name,
      product.category.name,
      product.subcategory,
      product.brand,
      product.listPriceCents,
      product.weightKg,
      product.launchedOn,
      product.discontinuedOn,
    ]),
  };
}

function customersTable(customers: readonly Customer[], orders: readonly OrderHead[]): Table {
  const bought = new Map<Customer, number>();
  for (const { customer, cancelled } of orders) {
    if (customer !== null && !cancelled) bought.set(customer, (bought.get(customer) ?? 0) + 1);
  }
  return {
    name: 'customers',
    columns: {
      customer_id: 'INTEGER',
      first_name: 'VARCHAR',
      last_name: 'VARCHAR',
      email: 'VARCHAR',
      customer_type: 'VARCHAR',
      city: 'VARCHAR',
      country: 'VARCHAR',
      region: 'VARCHAR',
      birth_year: 'INTEGER',
      acquisition_source: 'VARCHAR',
      loyalty_tier: 'VARCHAR',
      newsletter: 'BOOLEAN',
      signed_up_at: 'TIMESTAMP',
    },
    rows: customers.map((customer) => [
      customer.id,
      customer.firstName,
      customer.lastName,
      customer.email,
      customer.type,
      customer.city,
      customer.country,
      customer.region,
      customer.birthYear,
      customer.acquiredThrough,
      loyaltyTier(bought.get(customer) ?? 0),
      customer.newsletter,
      customer.signedUpMs,
    ]),
  };
}

function loyaltyTier(orders: number): string | null {
  if (orders >= 15) return 'gold';
  if (orders >= 8) return 'silver';
  return orders >= 4 ? 'bronze' : null;
}

function ordersTable(
  orders: readonly OrderHead[],
  lines: readonly OrderLine[],
  returns: readonly Return[],
): Table {
  const keptUnits = new Map<OrderHead, number>();
  const valueCents = new Map<OrderHead, number>();
  for (const line of lines) {
    keptUnits.set(line.order, (keptUnits.get(line.order) ?? 0) + line.quantity);
    const amount = line.unitPriceCents * line.quantity - (line.discountCents ?? 0);
    valueCents.set(line.order, (valueCents.get(line.order) ?? 0) + amount);
  }
  for (const { line, quantity } of returns) {
    keptUnits.set(line.order, (keptUnits.get(line.order) ?? 0) - quantity);
  }
  return {
    name: 'orders',
    columns: {
      order_id: 'INTEGER',
      customer_id: 'INTEGER',
      store_id: 'INTEGER',
      region: 'VARCHAR',
      country: 'VARCHAR',
      channel: 'VARCHAR',
      status: 'VARCHAR',
      payment_method: 'VARCHAR',
      coupon_code: 'VARCHAR',
      order_value: 'DECIMAL(12,2)',
      shipping_fee: 'DECIMAL(12,2)',
      ordered_at: 'TIMESTAMP',
      shipped_at: 'TIMESTAMP',
      delivered_at: 'TIMESTAMP',
    },
    rows: orders.map((order): readonly Cell[] => {
      const value = valueCents.get(order) ?? 0;
      return [
        order.id,
        order.customer?.id ?? null,
        order.store?.id ?? null,
        order.region,
        order.country,
        order.channel,
        statusOf(order, keptUnits.get(order) ?? 0),
        order.paymentMethod,
        order.couponCode,
        value,
        shippingFeeCents(order, value),
        order.orderedMs,
        order.shippedMs,
        order.deliveredMs,
      ];
    }),
  };
}

function statusOf(order: OrderHead, keptUnits: number): string {
  if (order.cancelled) return 'cancelled';
  if (order.deliveredMs === null) return order.shippedMs === null ? 'processing' : 'shipped';
  return keptUnits === 0 ? 'returned' : 'completed';
}

/** Free in shops and above 60 EUR. */
function shippingFeeCents(order: OrderHead, valueCents: number): number {
  if (order.channel === 'store' || valueCents >= 6000) return 0;
  return order.region === 'US' ? 690 : 495;
}

function orderLinesTable(lines: readonly OrderLine[], returns: readonly Return[]): Table {
  const returned = new Map(returns.map(({ line, quantity }) => [line, quantity]));
  return {
    name: 'order_lines',
    columns: {
      order_line_id: 'INTEGER',
      order_id: 'INTEGER',
      line_number: 'INTEGER',
      product_id: 'INTEGER',
      quantity: 'INTEGER',
      returned_quantity: 'INTEGER',
      cancelled: 'BOOLEAN',
      unit_price: 'DECIMAL(12,2)',
      unit_cost: 'DECIMAL(12,2)',
      discount: 'DECIMAL(12,2)',
    },
    rows: lines.map((line) => [
      line.id,
      line.order.id,
      line.lineNumber,
      line.product.id,
      line.quantity,
      returned.get(line) ?? 0,
      line.order.cancelled,
      line.unitPriceCents,
      line.unitCostCents,
      line.discountCents,
    ]),
  };
}

function returnsTable(returns: readonly Return[]): Table {
  return {
    name: 'returns',
    columns: {
      return_id: 'INTEGER',
      order_line_id: 'INTEGER',
      returned_at: 'TIMESTAMP',
      quantity: 'INTEGER',
      refund_amount: 'DECIMAL(12,2)',
      reason: 'VARCHAR',
      condition: 'VARCHAR',
    },
    rows: returns.map((entry, index) => [
      index + 1,
      entry.line.id,
      entry.returnedMs,
      entry.quantity,
      entry.refundCents,
      entry.reason,
      entry.condition,
    ]),
  };
}
