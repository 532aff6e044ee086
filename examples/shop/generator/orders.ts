import {
  type CalendarDay,
  calendarDay,
  dayMs,
  demand,
  endOfDataMs,
  firstDay,
  lastDay,
  toDay,
} from './calendar.ts';
import type { Customer } from './customers.ts';
import { countries, type Region, regions, type Store, stores } from './places.ts';
import type { Random } from './random.ts';

export type Channel = 'online' | 'store' | 'marketplace';

/** The head of an order, before its lines and returns decide its final status. */
export interface OrderHead {
  readonly id: number;
  /** Null for a walk-in who gave no name. */
  readonly customer: Customer | null;
  /** Null unless bought in a shop. */
  readonly store: Store | null;
  readonly region: Region;
  readonly country: string;
  readonly channel: Channel;
  readonly cancelled: boolean;
  readonly paymentMethod: string | null;
  readonly couponCode: string | null;
  readonly orderedMs: number;
  readonly shippedMs: number | null;
  readonly deliveredMs: number | null;
  readonly date: CalendarDay;
}

const orderCount = 77_000;
const hourMs = 3_600_000;
/** Hours from UTC, without summer time: shops open at nine by the local clock. */
const utcOffsetHours: Readonly<Record<Region, number>> = { EU: 1, UK: 0, US: -5 };

export function createOrderHeads(customers: readonly Customer[], random: Random): readonly OrderHead[] {
  const days: CalendarDay[] = [];
  for (let day = firstDay; day <= lastDay; day += 1) days.push(calendarDay(day));
  const total = days.reduce((sum, day) => sum + demand(day), 0);
  const byRegion = new Map(regions.map((region) => [region, customers.filter((c) => c.region === region)]));

  const orders: OrderHead[] = [];
  let due = 0;
  for (const date of days) {
    due += (demand(date) / total) * orderCount;
    const ofDay: Omit<OrderHead, 'id'>[] = [];
    while (orders.length + ofDay.length < Math.round(due))
      ofDay.push(createOrderHead(date, byRegion, random));
    ofDay.sort((a, b) => a.orderedMs - b.orderedMs);
    for (const head of ofDay) orders.push({ ...head, id: 100_001 + orders.length });
  }
  return orders;
}

function createOrderHead(
  date: CalendarDay,
  customersByRegion: ReadonlyMap<Region, readonly Customer[]>,
  random: Random,
): Omit<OrderHead, 'id'> {
  const progress = (date.day - firstDay) / (lastDay - firstDay);
  const region = random.weighted<Region>({ EU: 60, UK: 21, US: 12 + 15 * progress });
  const store = visitedStore(region, date, progress, random);
  const channel: Channel =
    store === null ? (random.chance(region === 'US' ? 0.3 : 0.16) ? 'marketplace' : 'online') : 'store';
  const orderedMs = date.day * dayMs + timeOfDayMs(channel, region, random);
  const walkIn = store !== null && random.chance(0.18);
  const customer = walkIn ? null : pickCustomer(customersByRegion.get(region) ?? [], orderedMs, random);
  const cancelled = store === null && random.chance(0.052);

  const shippedMs = store === null && !cancelled ? orderedMs + random.int(4, 60) * hourMs : null;
  const deliveredMs =
    store !== null
      ? orderedMs
      : shippedMs === null
        ? null
        : shippedMs + random.int(18, region === 'US' ? 150 : 96) * hourMs;
  return {
    customer,
    store,
    region,
    country: store?.country ?? customer?.country ?? homeOf(region),
    channel,
    cancelled,
    paymentMethod: cancelled && random.chance(0.35) ? null : paymentMethod(channel, region, random),
    couponCode: channel === 'online' && random.chance(0.09) ? couponCode(date) : null,
    orderedMs,
    shippedMs: known(shippedMs),
    deliveredMs: known(deliveredMs),
    date,
  };
}

/** What happens after the data ends has not happened yet. */
function known(ms: number | null): number | null {
  return ms !== null && ms <= endOfDataMs ? ms : null;
}

/** The shop of a shop purchase, or null: shops lose ground to the web, and are shut on Sundays outside the US and UK. */
function visitedStore(region: Region, date: CalendarDay, progress: number, random: Random): Store | null {
  const atStore = random.chance(0.36 - 0.1 * progress);
  if (!atStore || date.storesClosed || (region === 'EU' && date.weekday === 0)) return null;
  const open = stores.filter(
    (store) =>
      store.region === region &&
      toDay(store.openedOn) <= date.day &&
      (store.closedOn === null || date.day <= toDay(store.closedOn)),
  );
  const id = random.weighted(Object.fromEntries(open.map((store) => [store.id, store.weight])));
  return open.find((store) => store.id === Number(id)) ?? null;
}

function timeOfDayMs(channel: Channel, region: Region, random: Random): number {
  if (channel === 'store') {
    // American shops close at seven, at midnight UTC: a sale stays on the day that it was drawn for.
    const closing = Math.min(20, 24 + utcOffsetHours[region]);
    return (random.int(9 * 3600, closing * 3600 - 1) - utcOffsetHours[region] * 3600) * 1000;
  }
  // Two draws: the web is busiest in the evening.
  return Math.floor(Math.max(random.next(), random.next()) * 86_400) * 1000;
}

/** Anyone who had signed up; early customers come back more often, new ones buy soon. */
function pickCustomer(customers: readonly Customer[], orderedMs: number, random: Random): Customer | null {
  const known = countBefore(customers, orderedMs);
  if (known === 0) return null;
  const kind = random.next();
  const position =
    kind < 0.18
      ? known - 1 - Math.floor(random.next() * Math.min(known, 60))
      : kind < 0.6
        ? Math.floor(random.next() * random.next() * known)
        : Math.floor(random.next() * known);
  return customers[position] ?? null;
}

function countBefore(customers: readonly Customer[], ms: number): number {
  let [low, high] = [0, customers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((customers[middle]?.signedUpMs ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

function homeOf(region: Region): string {
  return countries.find((country) => country.region === region)?.name ?? '';
}

function paymentMethod(channel: Channel, region: Region, random: Random): string {
  if (channel === 'store') return random.weighted({ card: 68, cash: 24, 'gift card': 8 });
  if (region === 'EU') return random.weighted({ card: 36, paypal: 34, invoice: 25, 'gift card': 5 });
  return random.weighted({ card: 62, paypal: 31, 'gift card': 7 });
}

function couponCode({ year, blackFriday, sale }: CalendarDay): string {
  if (blackFriday) return `BLACK${year % 100}`;
  return sale ? `SALE${year % 100}` : 'WELCOME10';
}
