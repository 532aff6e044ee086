import type { ComponentType } from 'react';

/** A filter of a list. Its value is kept in the address, as text. */
export interface FilterField<Value> {
  readonly label: string;
  /** Options by value; absent for typed input. */
  readonly choices?: Readonly<Record<string, string>>;
  /** What it is called if nothing is chosen. @default Any */
  readonly unset?: string;
  /** Of the input. @default text */
  readonly type?: 'date' | 'number';
  /** Replaces the input, for values that are searched for. */
  readonly Input?: ComponentType<FilterInputProps>;
  /** @returns undefined for an invalid value: anyone can edit an address */
  readonly read: (text: string) => Value | undefined;
}

export interface FilterInputProps {
  readonly label: string;
  /** As in the address; empty for nothing. */
  readonly value: string;
  readonly change: (text: string) => void;
}

/** The fields of a GraphQL filter that the console offers. */
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
