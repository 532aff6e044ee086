import { dayMs, firstDay, lastDay, toDay } from './calendar.ts';
import { countries, type Region } from './places.ts';
import type { Random } from './random.ts';

export interface Customer {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly type: 'consumer' | 'business';
  readonly city: string;
  readonly country: string;
  readonly region: Region;
  readonly birthYear: number | null;
  readonly acquiredThrough: AcquisitionSource;
  readonly newsletter: boolean;
  readonly signedUpMs: number;
}

type AcquisitionSource =
  | 'search'
  | 'social media'
  | 'newsletter'
  | 'referral'
  | 'store visit'
  | 'advertising';

const customerCount = 13_000;
const earliest = toDay('2021-01-01');

const sources: Readonly<Record<AcquisitionSource, number>> = {
  search: 31,
  'social media': 24,
  'store visit': 17,
  advertising: 12,
  referral: 9,
  newsletter: 7,
};

/** In the order in which they signed up, so that the customers of a day are a prefix of the list. */
export function createCustomers(random: Random): readonly Customer[] {
  const signUps: number[] = [];
  for (let index = 0; index < customerCount; index += 1) signUps.push(signUpMs(random));
  signUps.sort((a, b) => a - b);
  return signUps.map((signedUpMs, index) => createCustomer(index + 1, signedUpMs, random));
}

/** A quarter signed up before the data begins; afterwards there are more each year. */
function signUpMs(random: Random): number {
  const day = random.chance(0.26)
    ? random.int(earliest, firstDay - 1)
    : firstDay + Math.floor((lastDay - firstDay - 3) * progressOfSignUp(random));
  return day * dayMs + random.int(6 * 3600, 22 * 3600) * 1000;
}

function progressOfSignUp(random: Random): number {
  return random.chance(0.6) ? random.next() : Math.max(random.next(), random.next());
}

function createCustomer(id: number, signedUpMs: number, random: Random): Customer {
  // The United States are the young market: few early customers, many late ones.
  const progress = Math.max(0, (signedUpMs / dayMs - earliest) / (lastDay - earliest));
  const region = random.weighted<Region>({ EU: 62, UK: 20, US: 6 + 24 * progress });
  const home = countries.filter((country) => country.region === region);
  const country = pickCountry(home, random);
  const firstName = random.pick(country.firstNames);
  const lastName = random.pick(country.lastNames);
  return {
    id,
    firstName,
    lastName,
    email: `${mailbox(firstName)}.${mailbox(lastName)}.${id}@example.com`,
    type: random.chance(0.11) ? 'business' : 'consumer',
    // The first city of a country is its largest market.
    city: random.chance(0.3) ? (country.cities[0] ?? '') : random.pick(country.cities),
    country: country.name,
    region,
    // Ages from 18 to 82, with a mean of 45.
    birthYear: random.chance(0.17)
      ? null
      : 2025 - 18 - Math.floor((random.next() + random.next() * random.next()) * 32),
    acquiredThrough: random.weighted(sources),
    newsletter: random.chance(0.38),
    signedUpMs,
  };
}

function pickCountry(home: typeof countries, random: Random): (typeof countries)[number] {
  const name = random.weighted(Object.fromEntries(home.map((country) => [country.name, country.weight])));
  const country = home.find((candidate) => candidate.name === name);
  if (country === undefined) throw new Error(`No country ${name}`);
  return country;
}

function mailbox(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase();
}
