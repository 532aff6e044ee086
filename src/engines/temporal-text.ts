/** Dates and times as text, the same for every engine: proleptic Gregorian, ISO 8601, no offset. */

const secondsPerDay = 86_400;
const maxCachedDates = 100_000;
const twoDigits = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));
const dates = new Map<number, string>();

/** `YYYY-MM-DD` of a day counted from 1970-01-01; years outside 0 to 9999 take a sign and six digits. */
export function dateText(epochDay: number): string {
  const cached = dates.get(epochDay);
  if (cached !== undefined) {
    return cached;
  }
  const text = formatDate(epochDay);
  if (dates.size >= maxCachedDates) {
    dates.clear();
  }
  dates.set(epochDay, text);
  return text;
}

/** A year as ISO 8601 writes it: four digits, or a sign and six. */
export function yearText(year: number): string {
  if (year >= 0 && year <= 9999) {
    return String(year).padStart(4, '0');
  }
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
}

/**
 * `YYYY-MM-DDTHH:MM:SS.mmm` of a count of `unitsPerSecond` since 1970-01-01T00:00:00Z, moved by `offsetAt` seconds.
 * Finer digits are kept (`.mmmuuu`, `.mmmuuunnn`): results are never rounded.
 */
export function timestampText(
  units: bigint,
  unitsPerSecond: 1 | 1_000 | 1_000_000 | 1_000_000_000,
  offsetAt?: (epochSeconds: number) => number,
): string {
  const approximate = Number(units);
  let seconds: number;
  let rest: number;
  if (Number.isSafeInteger(approximate)) {
    seconds = Math.floor(approximate / unitsPerSecond);
    rest = approximate - seconds * unitsPerSecond;
  } else {
    const unit = BigInt(unitsPerSecond);
    const remainder = ((units % unit) + unit) % unit;
    seconds = Number((units - remainder) / unit);
    rest = Number(remainder);
  }
  const local = offsetAt === undefined ? seconds : seconds + offsetAt(seconds);
  const day = Math.floor(local / secondsPerDay);
  return `${dateText(day)}T${timeOfDayText(local - day * secondsPerDay)}.${fractionText(rest, unitsPerSecond)}`;
}

/** `HH:MM:SS` of a second of the day; 86,400 is `24:00:00`. */
function timeOfDayText(second: number): string {
  const hours = Math.floor(second / 3600);
  const minutes = Math.floor(second / 60) % 60;
  return `${twoDigits[hours]}:${twoDigits[minutes]}:${twoDigits[second % 60]}`;
}

/** An ISO 8601 duration, written as PostgreSQL's `intervalstyle = iso_8601` does. */
export function intervalText(months: number, days: number, micros: bigint): string {
  const years = Math.trunc(months / 12);
  const magnitude = micros < 0n ? -micros : micros;
  const sign = micros < 0n ? '-' : '';
  const totalSeconds = magnitude / 1_000_000n;
  const fraction = magnitude % 1_000_000n;
  const hours = totalSeconds / 3600n;
  const minutes = (totalSeconds / 60n) % 60n;
  const seconds = totalSeconds % 60n;
  const date = `${part(years, 'Y')}${part(months - years * 12, 'M')}${part(days, 'D')}`;
  const decimals = fraction === 0n ? '' : `.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`;
  const time =
    (hours === 0n ? '' : `${sign}${hours}H`) +
    (minutes === 0n ? '' : `${sign}${minutes}M`) +
    (seconds === 0n && fraction === 0n ? '' : `${sign}${seconds}${decimals}S`);
  if (date === '' && time === '') {
    return 'PT0S';
  }
  return `P${date}${time === '' ? '' : `T${time}`}`;
}

function part(amount: number, unit: string): string {
  return amount === 0 ? '' : `${amount}${unit}`;
}

function fractionText(rest: number, unitsPerSecond: number): string {
  if (rest === 0) {
    return '000';
  }
  const digits = unitsPerSecond === 1_000 ? 3 : unitsPerSecond === 1_000_000 ? 6 : 9;
  const text = String(rest).padStart(digits, '0');
  if (digits > 3 && text.endsWith('000', digits) && /^0*$/.test(text.slice(3))) {
    return text.slice(0, 3);
  }
  return digits === 9 && text.endsWith('000') ? text.slice(0, 6) : text;
}

/** Howard Hinnant's civil-from-days, which works for every day that an engine knows, unlike `Date`. */
function formatDate(epochDay: number): string {
  const shifted = epochDay + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${yearText(year)}-${twoDigits[month]}-${twoDigits[day]}`;
}
