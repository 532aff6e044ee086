import { describe, expect, it } from 'vitest';
import { isRefusal, pickedFrom } from './picked.ts';

const offered = ['Orders by month', 'Revenue by month'];
const cities = [
  'Revenue by month, for London (Restaurant City)',
  'Revenue by month, for London (Guest Home city)',
] as const;
const listOrCount = [
  'List: Number and Date, for Ann Lee (Guest name)',
  'Bookings, for Ann Lee (Guest name)',
] as const;

describe('pickedFrom', () => {
  it.each<readonly [said: string, offered: readonly string[], picked: string]>([
    ['1', offered, 'Orders by month'],
    ['2.', offered, 'Revenue by month'],
    ['The second one', offered, 'Revenue by month'],
    ['I mean the first', offered, 'Orders by month'],
    ['the latter', offered, 'Revenue by month'],
    ['3', [...offered, 'Units'], 'Units'],
    ['yes, please', offered.slice(1), 'Revenue by month'],
    ['yes', offered, 'yes'],
    ['1', [], '1'],
    ['2', offered.slice(1), '2'],
    ['only 2025', offered, 'only 2025'],
    ...['yes please', 'yep', 'correct', 'right', 'exactly', 'Ja, genau!', "yes, that's right"].map(
      (yes) => [yes, offered.slice(1), 'Revenue by month'] as const,
    ),
    ...["the restaurant's", 'restaurant city', 'restaurants', 'London restaurants'].map(
      (said) => [said, cities, cities[0]] as const,
    ),
    ...['home city please', "the guests' one", 'of the guests', 'I mean guests from London'].map(
      (said) => [said, cities, cities[1]] as const,
    ),
    ['a list please', listOrCount, listOrCount[0]],
    ...['city', 'London', 'by restaurant', 'how many guests', 'guests in Leeds', 'and guests?'].map(
      (asked) => [asked, cities, asked] as const,
    ),
    ['revenue', offered.slice(1), 'revenue'],
  ])('pickedFrom reads "%s" after %j as "%s"', (message, titles, expected) => {
    expect(pickedFrom(message, titles)).toBe(expected);
  });
});

describe('isRefusal', () => {
  it.each([
    ['no', offered, true],
    ['Nein, danke.', offered.slice(1), true],
    ['none of these', offered, true],
    ['no', [], false],
    ['no orders', offered, false],
  ])('tells whether "%s" refuses %j', (message, titles, expected) => {
    expect(isRefusal(message, titles)).toBe(expected);
  });
});
