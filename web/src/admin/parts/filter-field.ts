import type { ComponentType } from 'react';

/** One thing that a list can be narrowed by. Its value stands in the address, as text. */
export interface FilterField<Value> {
  readonly label: string;
  /** What to choose from, by value; absent for what is typed. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Of the input. @default text */
  readonly type?: 'date' | 'number';
  /** Takes the place of the input, for what is searched for. */
  readonly Input?: ComponentType<FilterInputProps>;
  /** @returns undefined for what is no value: nobody is kept from writing into an address */
  readonly read: (text: string) => Value | undefined;
}

export interface FilterInputProps {
  readonly label: string;
  /** As in the address; empty for nothing. */
  readonly value: string;
  readonly change: (text: string) => void;
}

/** The fields of a GraphQL filter that people are offered. */
export type FilterFields<Filter> = {
  readonly [Name in keyof Filter]?: FilterField<NonNullable<Filter[Name]>>;
};

export function textFilter(label: string): FilterField<string> {
  return { label, read: (text) => text };
}

export function numberFilter(label: string): FilterField<number> {
  return { label, type: 'number', read: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined) };
}

/** @param choices labels by value */
export function choiceFilter<Value extends string>(
  label: string,
  choices: Readonly<Record<Value, string>>,
): FilterField<Value> {
  const isValue = (text: string): text is Value => Object.hasOwn(choices, text);
  return { label, choices, read: (text) => (isValue(text) ? text : undefined) };
}

/** @param choices what true and false are called */
export function flagFilter(
  label: string,
  choices: { readonly true: string; readonly false: string },
): FilterField<boolean> {
  return { label, choices, read: (text) => (Object.hasOwn(choices, text) ? text === 'true' : undefined) };
}

/** The start of a day in the reader's time zone. @param daysLater 1 for an end that includes the day chosen */
export function dayFilter(label: string, daysLater = 0): FilterField<string> {
  return {
    label,
    type: 'date',
    read(text) {
      const [year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.slice(1).map(Number) ?? [];
      if (year === undefined || month === undefined || day === undefined) return undefined;
      return new Date(year, month - 1, day + daysLater).toISOString();
    },
  };
}
