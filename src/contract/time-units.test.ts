import { describe, expect, it } from 'vitest';
import { timeUnitOf, untitledTimeUnitOf } from './time-units.ts';

const member = { name: 'orders.lead', title: 'Lead time', type: 'avg' } as const;

describe('the unit of time of a member', () => {
  it.each([
    ['a title in parentheses', { title: 'Lead time (days)' }, 'day'],
    ['a German title in parentheses', { title: 'Leihdauer (Tage)' }, 'day'],
    ['minutes in parentheses', { title: 'Waiting time (min)' }, 'minute'],
    ['an abbreviated title', { title: 'Downtime (h)' }, 'hour'],
    ['a title that names it', { title: 'Labour hours' }, 'hour'],
    ['a description that begins with it', { description: 'Days from order to delivery' }, 'day'],
    ['a description that counts it', { description: 'Average number of full weeks between visits' }, 'week'],
    ['a description that writes in it', { description: 'Age of the person, in years' }, 'year'],
    ['a German description', { description: 'Zeit bis zur ersten Antwort in Stunden' }, 'hour'],
    ['a name', { name: 'orders.avg_delivery_days' }, 'day'],
    ['a name in camel case', { name: 'calls.waitSeconds' }, 'second'],
    ['the end of a name', { name: 'outages.duration_h' }, 'hour'],
    ['its own unit', { unit: 'days' }, 'day'],
    ['its own unit, however that is shortened', { unit: 'h' }, 'hour'],
    ['its own unit in German', { unit: 'Std.' }, 'hour'],
    ['its own unit before its description', { unit: 's', description: 'In minutes' }, 'second'],
  ])('is said by %s', (_, said, unit) => {
    expect(timeUnitOf({ ...member, ...said })).toBe(unit);
  });

  it.each([
    ['nothing', {}],
    ['a day that is no amount', { description: 'Price on the day of the order' }],
    ['a period', { name: 'orders.revenue_last_30_days', title: 'Revenue of the last 30 days' }],
    ['a period in a description', { description: 'Sum over the last 7 days' }],
    ['a rate', { name: 'orders.orders_per_hours', title: 'Orders per hour' }],
    ['a count of days', { type: 'count_distinct' as const, name: 'orders.active_days' }],
    ['an amount of money', { format: 'currency' as const, description: 'Days of work, in money' }],
    ['a text', { type: 'string' as const, name: 'stores.opening_hours' }],
    ['a minimum', { name: 'rooms.temperature_min' }],
    ['a minimum in parentheses', { title: 'Lowest score of a test (min)' }],
    ['a speed', { name: 'trips.speed_km_h' }],
    ['an amount of energy', { name: 'plants.energy_mw_h' }],
    ['a period within a description', { description: 'Units sold in months with a promotion' }],
    ['a description of something else', { description: 'Hours of opening do not matter here' }],
    ['its own unit, where that is none of time', { unit: 'kWh', description: 'In hours' }],
    ['the unit of a count', { type: 'count' as const, unit: 'h' }],
    ['the middle of a name', { name: 'wards.bed_days_cost' }],
  ])('is not said by %s', (_, said) => {
    expect(timeUnitOf({ ...member, ...said })).toBeUndefined();
  });

  it('is not repeated where the title says it', () => {
    expect(untitledTimeUnitOf({ ...member, name: 'work.hours', title: 'Labour hours' })).toBeUndefined();
    expect(untitledTimeUnitOf({ ...member, name: 'work.hours', title: 'Labour' })).toBe('hour');
  });
});
