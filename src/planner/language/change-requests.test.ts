import { describe, expect, it } from 'vitest';
import { asksForChange } from './change-requests.ts';

describe('asksForChange', () => {
  it.each([
    'please delete all time entries of last week',
    'delete invoice INV-2024-0001',
    'Can you erase the loans of 2024?',
    'set all invoices of Kelvin University to paid',
    'Set the status of ticket 12 to closed',
    'mark loan 7 for Harbour as returned',
    'increase all charge rates by 5%',
    'add 3 hours to Union Street Offices',
    'create a new client called Acme',
    'remove all cancelled orders from the database',
    'bitte lösche alle Zeiteinträge der letzten Woche',
    'Kannst du die Rechnung 12 löschen?',
    'Setze alle Rechnungen von Kelvin auf bezahlt',
    'lege einen neuen Kunden an',
  ])('hears an order to change the data, wherever in a thread: %s', (message) => {
    expect(asksForChange(message, true)).toBe(true);
    expect(asksForChange(message, false)).toBe(true);
  });

  it.each([
    'remove the order of Kit Rae',
    'set the price to 5',
    'add a customer',
    'Storniere die Bestellung 7',
  ])('takes what may change the question before it for an order only where there is none: %s', (message) => {
    expect(asksForChange(message, true)).toBe(true);
    expect(asksForChange(message, false)).toBe(false);
  });

  it.each([
    'remove the filter',
    'delete the last column',
    'set the period to 2025',
    'change it to 2024',
    'add a column for the city',
    'add the average',
    'create a chart of revenue for 2025',
    'create a table with hours by month',
    'add a breakdown by region for 2025',
    'change in revenue by month',
    'change of revenue for Leeds by month',
    'lower quartile of prices by region',
    'set count by theme',
    'update me on sales to date',
    'record sales for 2025',
    'how many entries did we delete',
    'deleted orders by month',
    'Wie viele Kunden wollen ihr Konto löschen?',
    'Entferne den Filter',
    'Setze den Zeitraum auf 2025',
    'orders by month',
  ])('hears none in "%s"', (message) => {
    expect(asksForChange(message, true)).toBe(false);
  });
});
